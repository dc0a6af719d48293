import { Link as ChakraLink, type LinkProps } from '@chakra-ui/react';
import { Link } from 'react-router';

/** A link to a page of the client, in the style of a link. */
export function TextLink({ to, children, ...rest }: Omit<LinkProps, 'href'> & { to: string }) {
  return (
    <ChakraLink asChild color="teal.fg" textDecoration="underline" textUnderlineOffset="3px" {...rest}>
      <Link to={to}>{children}</Link>
    </ChakraLink>
  );
}
