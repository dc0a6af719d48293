import {
  alertSlotRecipe,
  badgeRecipe,
  buttonRecipe,
  cardSlotRecipe,
  checkboxSlotRecipe,
  checkmarkRecipe,
  comboboxSlotRecipe,
  dataListSlotRecipe,
  datePickerSlotRecipe,
  dialogSlotRecipe,
  drawerSlotRecipe,
  fieldSlotRecipe,
  fieldsetSlotRecipe,
  fileUploadSlotRecipe,
  headingRecipe,
  iconRecipe,
  inputAddonRecipe,
  inputRecipe,
  kbdRecipe,
  linkRecipe,
  listSlotRecipe,
  menuSlotRecipe,
  nativeSelectSlotRecipe,
  popoverSlotRecipe,
  progressSlotRecipe,
  radioGroupSlotRecipe,
  radiomarkRecipe,
  skeletonRecipe,
  skipNavLinkRecipe,
  spinnerRecipe,
  switchSlotRecipe,
  tableSlotRecipe,
  tabsSlotRecipe,
  tagSlotRecipe,
  textareaRecipe,
  toastSlotRecipe,
  tooltipSlotRecipe,
} from '@chakra-ui/react/theme';

/**
 * The Chakra components in use. Listed one by one, because all of them would double the first download. A component
 * that renders unstyled is missing here (recipes.test.ts finds it too).
 */
export const recipes = {
  badge: badgeRecipe,
  button: buttonRecipe,
  checkmark: checkmarkRecipe,
  heading: headingRecipe,
  icon: iconRecipe,
  inputAddon: inputAddonRecipe,
  input: {
    ...inputRecipe,
    variants: {
      ...inputRecipe.variants,
      variant: {
        ...inputRecipe.variants?.variant,
        outline: { ...inputRecipe.variants?.variant?.outline, bg: 'bg.panel', borderColor: 'border.emphasized' },
      },
    },
  },
  kbd: kbdRecipe,
  link: linkRecipe,
  radiomark: radiomarkRecipe,
  skeleton: {
    ...skeletonRecipe,
    variants: {
      ...skeletonRecipe.variants,
      variant: {
        ...skeletonRecipe.variants?.variant,
        pulse: { ...skeletonRecipe.variants?.variant?.pulse, background: 'gray.muted' },
      },
    },
  },
  skipNavLink: skipNavLinkRecipe,
  spinner: spinnerRecipe,
  textarea: {
    ...textareaRecipe,
    variants: {
      ...textareaRecipe.variants,
      variant: {
        ...textareaRecipe.variants?.variant,
        outline: { ...textareaRecipe.variants?.variant?.outline, bg: 'bg.panel', borderColor: 'border.emphasized' },
      },
    },
  },
};

export const slotRecipes = {
  alert: alertSlotRecipe,
  card: cardSlotRecipe,
  checkbox: checkboxSlotRecipe,
  combobox: comboboxSlotRecipe,
  dataList: dataListSlotRecipe,
  datePicker: datePickerSlotRecipe,
  dialog: dialogSlotRecipe,
  drawer: drawerSlotRecipe,
  field: fieldSlotRecipe,
  fieldset: fieldsetSlotRecipe,
  fileUpload: fileUploadSlotRecipe,
  list: listSlotRecipe,
  menu: menuSlotRecipe,
  nativeSelect: {
    ...nativeSelectSlotRecipe,
    variants: {
      ...nativeSelectSlotRecipe.variants,
      variant: {
        ...nativeSelectSlotRecipe.variants?.variant,
        outline: {
          field: { ...nativeSelectSlotRecipe.variants?.variant?.outline?.field, borderColor: 'border.emphasized' },
        },
      },
    },
  },
  popover: popoverSlotRecipe,
  progress: progressSlotRecipe,
  radioGroup: radioGroupSlotRecipe,
  switch: switchSlotRecipe,
  table: tableSlotRecipe,
  tabs: tabsSlotRecipe,
  tag: tagSlotRecipe,
  toast: toastSlotRecipe,
  tooltip: tooltipSlotRecipe,
};
