import { defineSemanticTokens } from '@chakra-ui/react';

const pair = (light: string, dark: string) => ({ value: { _light: light, _dark: dark } });

interface Palette {
  fg: [string, string];
  subtle: [string, string];
  muted: [string, string];
  emphasized: [string, string];
  solid: [string, string];
  contrast: [string, string];
  focusRing?: [string, string];
}

function palette({ focusRing = ['#0B7285', '#4FB3C2'], ...colors }: Palette) {
  return {
    fg: pair(...colors.fg),
    subtle: pair(...colors.subtle),
    muted: pair(...colors.muted),
    emphasized: pair(...colors.emphasized),
    solid: pair(...colors.solid),
    contrast: pair(...colors.contrast),
    border: pair(...colors.emphasized),
    focusRing: pair(...focusRing),
  };
}

/**
 * Our colors under the names of Chakra's palettes. teal is the brand and the default. The others are used only for
 * their meaning: red danger, orange warning, green success, blue information, gray neutral. Ratios in comments are
 * contrast ratios.
 */
export const colors = defineSemanticTokens.colors({
  bg: {
    DEFAULT: pair('#F7F9FA', '#0F171B'),
    panel: pair('#FFFFFF', '#162127'),
    subtle: pair('#F7F9FA', '#1B272E'),
    muted: pair('#EEF2F4', '#223038'),
    emphasized: pair('#7A8B94', '#6B7F89'),
    inverted: pair('#17252B', '#E6EDF0'),
    // Below the pictures of devices, which are drawn for a light ground.
    tile: pair('#EEF2F4', '#EEF2F4'),
    error: pair('#FDECEC', '#3A1618'),
    warning: pair('#FFF4D6', '#3A2A07'),
    success: pair('#E6F6EB', '#10301D'),
    info: pair('#E8F1FB', '#12263F'),
    // A value that differs from the current one; always with a mark next to it.
    changed: pair('#FFF1C2', '#4A3B0C'),
  },
  fg: {
    DEFAULT: pair('#17252B', '#E6EDF0'), // 14.9:1, 15.3:1
    muted: pair('#51636C', '#A3B4BC'), // 6.3:1, 7.7:1
    subtle: pair('#5B6D76', '#93A5AE'),
    inverted: pair('#F7F9FA', '#0F171B'),
    error: pair('#9B1C1C', '#FCA5A5'),
    warning: pair('#7A4B00', '#FCD34D'),
    success: pair('#14602F', '#86EFAC'),
    info: pair('#1D4F8C', '#93C5FD'),
  },
  border: {
    DEFAULT: pair('#D9E1E5', '#2B3A42'),
    muted: pair('#E6ECEF', '#223038'),
    // Edges of controls: 3.5:1, 3.9:1.
    emphasized: pair('#7A8B94', '#6B7F89'),
    error: pair('#B42318', '#FCA5A5'),
  },
  teal: palette({
    fg: ['#145A66', '#6CC5D2'],
    subtle: ['#E3F1F3', '#12343B'],
    muted: ['#C9E4E8', '#174650'],
    emphasized: ['#8FC3CB', '#2A6A76'],
    solid: ['#17636F', '#4FB3C2'],
    contrast: ['#FFFFFF', '#06262C'],
  }),
  red: palette({
    fg: ['#9B1C1C', '#FCA5A5'],
    subtle: ['#FDECEC', '#3A1618'],
    muted: ['#F9D3D3', '#522022'],
    emphasized: ['#E9A3A3', '#7F2F32'],
    solid: ['#B42318', '#B42318'],
    contrast: ['#FFFFFF', '#FFFFFF'],
  }),
  orange: palette({
    fg: ['#7A4B00', '#FCD34D'],
    subtle: ['#FFF4D6', '#3A2A07'],
    muted: ['#FFE7A8', '#523C0A'],
    emphasized: ['#D9B45C', '#7D5C12'],
    solid: ['#7A4B00', '#FCD34D'],
    contrast: ['#FFFFFF', '#2B1F03'],
  }),
  green: palette({
    fg: ['#14602F', '#86EFAC'],
    subtle: ['#E6F6EB', '#10301D'],
    muted: ['#C8EAD3', '#17452A'],
    emphasized: ['#8CC79F', '#2B6B45'],
    solid: ['#14602F', '#86EFAC'],
    contrast: ['#FFFFFF', '#08210F'],
  }),
  blue: palette({
    fg: ['#1D4F8C', '#93C5FD'],
    subtle: ['#E8F1FB', '#12263F'],
    muted: ['#CBDFF6', '#1B385C'],
    emphasized: ['#93B8E4', '#2F5787'],
    solid: ['#1D4F8C', '#93C5FD'],
    contrast: ['#FFFFFF', '#0A1B30'],
  }),
  gray: palette({
    fg: ['#45545C', '#B9C7CE'],
    subtle: ['#EEF2F4', '#223038'],
    muted: ['#DFE6EA', '#2B3A42'],
    emphasized: ['#B5C1C8', '#3C4E58'],
    solid: ['#45545C', '#B9C7CE'],
    contrast: ['#FFFFFF', '#0F171B'],
  }),
});
