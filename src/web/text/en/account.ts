/** The menu: each heading is the page's own. */
export const account = {
  heading: 'Account',
  signedInAs: (name: string) => `You are signed in as ${name}.`,
  menu: {
    username: { heading: 'Username', about: 'The name that others see in the game.' },
    email: { heading: 'E-mail', about: 'Where we write to when you forget your password.' },
    password: { heading: 'Password', about: 'What you sign in with, here and in launchers.' },
    language: { heading: 'Language', about: 'Of these pages and of our mail.' },
    skin: { heading: 'Skin and cape', about: 'What you look like.' },
    security: { heading: 'Security', about: 'Authenticator app, recovery codes, passkeys.' },
    devices: { heading: 'Devices', about: 'Where you are signed in, and how to end that.' },
    applications: { heading: 'Applications', about: 'What you have allowed others to do.' },
    export: { heading: 'Export my data', about: 'All that is stored about you, as a file.' },
    delete: { heading: 'Delete account', about: 'You can still change your mind for some days.' },
  },
}
