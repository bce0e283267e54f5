import { instantIn } from '../../../lib/text/intl.ts'

const instant = instantIn('en')

export const links = {
  password: {
    heading: 'Choose a password',
    setup: (username: string) =>
      `Your account is ready: ${username}. Choose the password that you will sign in with.`,
    about: (username: string) => `For the account ${username}. You will be signed out everywhere.`,
    label: 'New password',
    submit: 'Save',
  },
  factor: {
    heading: 'Set up a new second factor',
    about: (username: string) =>
      `For the account ${username}. Your old authenticator app and recovery codes will stop working.`,
  },
  dead: {
    heading: 'This link no longer works',
    alert:
      'This link was used already or is too old, or the account has changed since it was made. Ask an administrator for another one.',
  },
  admin: {
    heading: 'One-time link',
    about:
      'The player opens it to choose a password or to replace the second factor, without an email. Anyone else who has the link can do the same, so send it to the player alone. A new link replaces the last one.',
    purpose: 'What it is for',
    purposes: {
      setup: 'Choose a first password',
      password: 'Choose another password',
      'second-factor': 'Set up a new second factor',
    },
    lasts: 'Works for',
    lifetimes: { '1h': '1 hour', '24h': '24 hours', '7d': '7 days' },
    create: 'Create link',
    suspended: 'The player is suspended and gets no link. End the suspension first.',
    malformed: 'Nothing was created: choose what the link is for, and how long it works.',
    made: 'New one-time link',
    once: (until: number) => `It works once, until ${instant(until)}. Send it now: it is not shown again.`,
    qrCode: 'QR code of the link',
  },
  said: {
    created: 'The link was created.',
    chosen: 'Your password was saved. Sign in with it.',
    replaced: 'Your new second factor is on. Sign in, and you will see your new recovery codes.',
  },
}
