import { Link as ChakraLink, type LinkProps } from '@chakra-ui/react';
import { Link } from 'react-router';

/** A link to a page of the client that looks like one. `newTab` opens another tab, without handing over this one. */
export function TextLink({ to, newTab, children, ...rest }: Omit<LinkProps, 'href'> & { to: string; newTab?: boolean }) {
  return (
    <ChakraLink asChild color="teal.fg" textDecoration="underline" textUnderlineOffset="3px" {...rest}>
      <Link to={to} {...(newTab && { target: '_blank', rel: 'noopener noreferrer' })}>
        {children}
      </Link>
    </ChakraLink>
  );
}
