import { instantIn, pluralIn } from '../../../lib/text/intl.ts'

const codes = pluralIn('en', { one: 'recovery code', other: 'recovery codes' })
const devices = pluralIn('en', { one: 'device', other: 'devices' })
const keys = pluralIn('en', { one: 'passkey', other: 'passkeys' })

/** The heading of each menu entry is also the heading of its page. */
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
      problem: 'This account has no email address, so a forgotten password can’t be reset.',
      remedy: 'Add an email address',
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
