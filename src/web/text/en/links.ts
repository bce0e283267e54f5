import { instantIn } from '../../../lib/text/intl.ts'

const instant = instantIn('en')

export const links = {
  password: {
    heading: 'Choose a password',
    setup: (username: string) =>
      `Your account ${username} is ready. Choose the password that you will sign in with.`,
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
      'This link has already been used or has expired, or the account has changed since the link was created. Ask an administrator for another one.',
  },
  admin: {
    heading: 'One-time link',
    about:
      'The player opens it to choose a password or to replace the second factor, without an email. Anyone who has the link can do that, so send it only to the player. A new link replaces the last one.',
    purpose: 'Purpose',
    purposes: {
      setup: 'Choose a first password',
      password: 'Choose a new password',
      'second-factor': 'Set up a new second factor',
    },
    lasts: 'Works for',
    lifetimes: { '1h': '1 hour', '24h': '24 hours', '7d': '7 days' },
    create: 'Create link',
    suspended: 'You can’t create a link for a suspended player. End the suspension first.',
    malformed: 'Nothing was created: choose what the link is for, and how long it works.',
    made: 'New one-time link',
    once: (until: number) =>
      `It works once, until ${instant(until)}. Send it now: it will not be shown again.`,
    qrCode: 'QR code of the link',
  },
  flash: {
    created: 'The link was created.',
    chosen: 'Your password was saved. Sign in with it.',
    replaced: 'Your new second factor is on. Sign in, and you will see your new recovery codes.',
  },
}
