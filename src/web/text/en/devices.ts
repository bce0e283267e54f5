import { instantIn } from '../../../lib/text/intl.ts'

export const devices = {
  about: 'These devices are signed in to your account. Sign out any you no longer use or don’t recognise.',
  kinds: { launcher: 'Launcher', web: 'Browser' },
  unnamed: { launcher: 'Unnamed launcher', web: 'Unnamed browser' },
  here: 'This browser',
  address: 'Address',
  firstUse: 'First use',
  lastUse: 'Last use',
  at: instantIn('en'),
  signOut: 'Sign out',
  everywhere: 'Sign out everywhere',
  everywhereHint:
    'Signs out everything but this browser, applications too. A game that is running continues until it joins a server.',
  flash: {
    ended: 'That device was signed out.',
    gone: 'That device had already been signed out.',
    endedAll: 'You are signed out everywhere else.',
  },
}
