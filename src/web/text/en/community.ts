/** The page of settings that administrators change. */
export const community = {
  about: 'What you choose here takes effect at once, on every page and in every email.',
  name: 'Name',
  accent: 'Accent colour',
  logo: 'Logo',
  logoNow: 'The picture on every page',
  welcome: 'Welcome text',
  rules: 'Rules',
  links: 'Links',
  hints: {
    name: (otherwise: string) =>
      `What the service is called on pages, in launchers and in email. If empty: ${otherwise}.`,
    accent: (otherwise: string) => `Six hexadecimal digits, for links and buttons. If empty: ${otherwise}.`,
    logo: 'A PNG of at most 16 KiB and 512 pixels a side.',
    welcome: 'Plain text at the top of the start page, up to 1,000 characters.',
    rules: 'Plain text on the start page, up to 5,000 characters.',
    links: 'One per line, up to 12: an https: address, a space and a title.',
  },
  fixed: (variable: string) => `${variable} is set in the environment and takes precedence.`,
  save: 'Save',
  removeLogo: 'Remove logo',
  problems: {
    name: 'Nothing was changed: use 1 to 64 characters in one line as the name.',
    accent: 'Nothing was changed: enter the colour as six hexadecimal digits, such as 1f7a5c.',
    logo: 'Nothing was changed: choose a PNG of at most 16 KiB and 512 pixels a side.',
    welcome:
      'Nothing was changed: the welcome text is longer than 1,000 characters, or has control characters.',
    rules: 'Nothing was changed: the rules are longer than 5,000 characters, or have control characters.',
    links:
      'Nothing was changed: enter up to 12 links, one per line: an https: address, a space and a title of up to 64 characters.',
    changed:
      'Nothing was changed: another administrator has changed the settings meanwhile. Compare, then save again.',
  },
  flash: {
    saved: 'The settings were saved.',
    logoRemoved: 'The logo was removed.',
  },
}
