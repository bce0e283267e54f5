import { instantIn, pluralIn } from '../../../lib/text/intl.ts'

const codes = pluralIn('en', { one: 'recovery code', other: 'recovery codes' })
const devices = pluralIn('en', { one: 'device', other: 'devices' })
const keys = pluralIn('en', { one: 'passkey', other: 'passkeys' })

/** Each heading of the menu is that of its page. */
export const account = {
  heading: 'Account',
  sections: 'Your account',
  overview: 'Overview',
  facts: {
    uuid: 'UUID',
    secondFactor: 'Two-factor sign-in',
    on: (left: number) => `on, ${codes(left)} left`,
    off: 'off',
    passkeys: (count: number) => (count === 0 ? 'none' : keys(count)),
    since: 'Member since',
    at: instantIn('en'),
    none: 'none',
    changeSkin: 'Change your skin',
  },
  attention: {
    heading: 'What needs your attention',
    nothing: 'Nothing: your account is in good shape.',
    passwordOnly: {
      problem: 'Your password is all that protects this account.',
      remedy: 'Set up an authenticator app',
    },
    fewCodes: (left: number) => ({
      problem: `You have ${codes(left)} left. Without your phone they are the only way in.`,
      remedy: 'Get new recovery codes',
    }),
    noEmail: {
      problem: 'This account has no e-mail address, so a forgotten password cannot be replaced.',
      remedy: 'Add an e-mail address',
    },
  },
  signedIn: {
    heading: 'Signed in',
    all: (count: number) => `Manage ${devices(count)}`,
  },
  menu: {
    username: { heading: 'Username' },
    email: { heading: 'E-mail' },
    password: { heading: 'Password' },
    language: { heading: 'Language', about: 'The language of these pages and of our email.' },
    skin: { heading: 'Skin and cape' },
    security: { heading: 'Security' },
    servers: { heading: 'Servers' },
    devices: { heading: 'Devices' },
    applications: { heading: 'Applications' },
    export: { heading: 'Export my data' },
    delete: { heading: 'Delete account' },
  },
}
