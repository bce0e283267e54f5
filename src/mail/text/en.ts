import { instantIn, pluralIn } from '../../lib/text/intl.ts'
import { mailedDeviceName } from '../../model/device-name.ts'
import type { Link, MailText } from '../template.ts'

const instant = instantIn('en')
const hours = pluralIn('en', { one: 'hour', other: 'hours' })

const signIn = { label: 'Sign in', path: '/sign-in' }
const recover = { label: 'Choose a new password', path: '/recover' }
const ifNotYou = ['If this was not you, choose a new password now.', recover] as const
const unexpected = 'If you did not expect this, ask the operators.'
const roles = { admin: 'an administrator', moderator: 'a moderator' }
const textures = { skin: 'skin', cape: 'cape' }
const once = (count: number): string => `The link works once and expires after ${hours(count)}.`

/** Returns the lines that offer to undo a change; none if `path` is empty. */
const undo = (path: string): readonly (string | Link)[] =>
  path === ''
    ? []
    : ['If this was not you, undo it. The link works once and expires after a day.', { label: 'Undo', path }]

export const en: MailText = {
  greeting: (username) => `Hello ${username},`,
  closing: (server) => `${server} sent this email automatically; please do not reply.`,
  register: ({ server, path, hours: count }) => ({
    subject: `Confirm your email for ${server}`,
    parts: [
      `You are one step away from your account at ${server}: open this page and press “Confirm”.`,
      { label: 'Confirm your email', path },
      once(count),
      'If you did not ask for an account, you can ignore this email; no account will be created.',
    ],
  }),
  registered: ({ server }) => ({
    subject: `You already have an account at ${server}`,
    parts: [
      `Somebody, perhaps you, tried to create an account at ${server} with this email address. Your account already uses it, so nothing was created.`,
      signIn,
      'If you have forgotten your password, choose a new one.',
      recover,
      'If this was not you, you can ignore this email.',
    ],
  }),
  recover: ({ server, path, hours: count }) => ({
    subject: `Choose a new password for ${server}`,
    parts: [
      'Open this page to choose a new password for your account.',
      { label: 'Choose a new password', path },
      once(count),
      'If you did not ask for this, you can ignore this email; your password stays the same.',
    ],
  }),
  email: ({ server, path, hours: count }) => ({
    subject: `Confirm your new email for ${server}`,
    parts: [
      `Open this page and press “Confirm” to make this the email address of your account at ${server}.`,
      { label: 'Confirm your new email', path },
      once(count),
      'If you did not ask for this, you can ignore this email; nothing will change.',
    ],
  }),
  notices: {
    password_changed: ({ server }) => ({
      subject: `Your password at ${server} was changed`,
      parts: ['The password of your account was changed.', ...ifNotYou],
    }),
    password_link_used: ({ server }) => ({
      subject: `Your password at ${server} was changed`,
      parts: [
        'A new password was chosen for your account with a link that an administrator created.',
        ...ifNotYou,
      ],
    }),
    factor_link_used: ({ server, path }) => ({
      subject: `Your second factor at ${server} was replaced`,
      parts: [
        'Your account has a new authenticator app, which was set up with a link that an administrator created.',
        ...undo(path),
        ...ifNotYou,
      ],
    }),
    email_changed: ({ server }) => ({
      subject: `Your email address at ${server} was changed`,
      parts: [
        'Your account has a new email address. This is the last email to the old one.',
        'If this was not you, ask the operators for help at once.',
      ],
    }),
    email_set: ({ server }) => ({
      subject: `Your account at ${server} has a new email address`,
      parts: [
        'An administrator has given your account this email address. From now on, email about your account comes here.',
        'If you do not have an account there, somebody mistyped an address, and you can ignore this email.',
      ],
    }),
    renamed: ({ server }, { from, to }) => ({
      subject: `Your username at ${server} was changed`,
      parts: [
        `An administrator has changed your username from ${from} to ${to}.`,
        'Your password stays the same. If you sign in by username, use the new one.',
      ],
    }),
    role_granted: ({ server }, { role }) => ({
      subject: `You have a new role at ${server}`,
      parts: [`Your account is now ${roles[role]}.`, unexpected],
    }),
    role_removed: ({ server }, { role }) => ({
      subject: `One of your roles at ${server} was removed`,
      parts: [`Your account is no longer ${roles[role]}.`, unexpected],
    }),
    texture_set: ({ server }, { texture }) => ({
      subject: `Your ${textures[texture]} at ${server} was changed`,
      parts: [`An administrator has changed the ${textures[texture]} of your account.`],
    }),
    texture_removed: ({ server }, { texture }) => ({
      subject: `Your ${textures[texture]} at ${server} was removed`,
      parts: [`An administrator has removed the ${textures[texture]} of your account.`],
    }),
    signed_out: ({ server }) => ({
      subject: `You were signed out at ${server}`,
      parts: [
        'An administrator has signed your account out. You can sign in again; your password stays the same.',
        signIn,
      ],
    }),
    deleted: ({ server }) => ({
      subject: `Your account at ${server} was deleted`,
      parts: ['An administrator has deleted your account.', unexpected],
    }),
    second_factor_enabled: ({ server, path }) => ({
      subject: `Two-factor sign-in at ${server} was turned on`,
      parts: ['From now on you are asked for a code when you sign in.', ...undo(path), ...ifNotYou],
    }),
    second_factor_disabled: ({ server }) => ({
      subject: `Two-factor sign-in at ${server} was turned off`,
      parts: ['You are no longer asked for a code when you sign in.', ...ifNotYou],
    }),
    recovery_codes_renewed: ({ server }) => ({
      subject: `New recovery codes at ${server}`,
      parts: ['Your account has new recovery codes; the old ones no longer work.', ...ifNotYou],
    }),
    recovery_code_used: ({ server }, { left }) => ({
      subject: `A recovery code was used at ${server}`,
      parts: [
        'Somebody signed in to your account with one of your recovery codes.',
        `Codes left: ${left}. You get new ones on the “Security” page of your account.`,
        ...ifNotYou,
      ],
    }),
    passkey_added: ({ server, path }, { name }) => ({
      subject: `A passkey was added at ${server}`,
      parts: [
        `A new passkey can sign in to your account: ${name}.`,
        'If this was not you, remove it on the “Security” page of your account.',
        ...undo(path),
        ...ifNotYou,
      ],
    }),
    passkey_removed: ({ server }, { name }) => ({
      subject: `A passkey was removed at ${server}`,
      parts: [`This passkey can no longer sign in to your account: ${name}.`, ...ifNotYou],
    }),
    suspended: ({ server }, { reason, until }) => ({
      subject: `Your account at ${server} is suspended`,
      parts: [
        `Your account is suspended ${until === undefined ? 'without an end date' : `until ${instant(until)}`}.`,
        ...(reason === undefined ? [] : [`Reason: ${reason}`]),
      ],
    }),
    restored: ({ server }) => ({
      subject: `Your account at ${server} is no longer suspended`,
      parts: ['You can sign in and play again.', signIn],
    }),
    new_device: ({ server }, { device, address }) => ({
      subject: `New sign-in at ${server}`,
      parts: [
        `Somebody signed in to your account: ${mailedDeviceName(device, 'en')}, from ${address}.`,
        ...ifNotYou,
      ],
    }),
    players_separated: ({ server }, { others }) => ({
      subject: `Your players at ${server} are now separate accounts`,
      parts: [
        `${server} has moved, and each of your players is now an account of its own. This one has your email address.`,
        `Sign in to the others by name, with the password you had: ${others.join(', ')}.`,
        'Give each of them an email address of its own: without one, a forgotten password can’t be reset.',
        signIn,
      ],
    }),
    deletion_requested: ({ server }, { at }) => ({
      subject: `Your account at ${server} will be deleted`,
      parts: [
        `Your account will be deleted on ${instant(at)}.`,
        'If you change your mind, sign in before then and press “Keep my account”.',
        signIn,
      ],
    }),
    deletion_cancelled: ({ server }) => ({
      subject: `Your account at ${server} will not be deleted`,
      parts: ['Somebody signed in and chose to keep your account.', ...ifNotYou],
    }),
  },
  test: ({ server }) => ({
    subject: `Test email from ${server}`,
    parts: [`${server} can send email to this address.`],
  }),
}
