export const layout = {
  skip: 'Skip to content',
  navigation: 'Main',
  signIn: 'Sign in',
  register: 'Create account',
  account: 'Account',
  signOut: 'Sign out',
  languages: 'Choose a language',
  reference: 'For developers',
  copy: 'Copy',
  copied: 'Copied',
  flash: {
    languageChosen: 'This page is in English now.',
  },
}
