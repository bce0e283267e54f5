import { instantIn, pluralIn } from '../../lib/text/intl.ts'
import { mailedDeviceName } from '../../model/device-name.ts'
import type { Link, MailText } from '../letter.ts'

const instant = instantIn('en')
const hours = pluralIn('en', { one: 'hour', other: 'hours' })

const signIn = { label: 'Sign in', path: '/sign-in' }
const recover = { label: 'Choose a new password', path: '/recover' }
const ifNotYou = ['If it was not you, choose a new password now.', recover] as const
const unexpected = 'If you did not expect this, ask the operators.'
const roles = { admin: 'an administrator', moderator: 'a moderator' }
const textures = { skin: 'skin', cape: 'cape' }
const once = (count: number): string => `The link works once, for ${hours(count)}.`

/** Where a link undoes what the notice tells of. */
const undo = (path: string): readonly (string | Link)[] =>
  path === ''
    ? []
    : ['If it was not you, undo this. The link works once, for a day.', { label: 'Undo', path }]

export const en: MailText = {
  greeting: (username) => `Hello ${username},`,
  closing: (server) => `${server} sent this email automatically; please do not reply.`,
  register: ({ server, path, hours: count }) => ({
    subject: `Confirm your e-mail for ${server}`,
    parts: [
      `You are one step from your account at ${server}: open this page and press “Confirm”.`,
      { label: 'Confirm your e-mail', path },
      once(count),
      'If you did not ask for an account, you can ignore this email; no account will be created.',
    ],
  }),
  registered: ({ server }) => ({
    subject: `You already have an account at ${server}`,
    parts: [
      `Somebody, perhaps you, tried to create an account at ${server} with this e-mail address. It is the address of your account already, so nothing was created.`,
      signIn,
      'If you have forgotten your password, choose a new one.',
      recover,
      'If it was not you, you can ignore this email.',
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
    subject: `Confirm your new e-mail for ${server}`,
    parts: [
      `Open this page and press “Confirm” to make this the e-mail address of your account at ${server}.`,
      { label: 'Confirm your new e-mail', path },
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
        'A new password was chosen for your account, by a link that an administrator made.',
        ...ifNotYou,
      ],
    }),
    factor_link_used: ({ server, path }) => ({
      subject: `Your second factor at ${server} was replaced`,
      parts: [
        'Your account has another authenticator app, set up by a link that an administrator made.',
        ...undo(path),
        ...ifNotYou,
      ],
    }),
    email_changed: ({ server }) => ({
      subject: `Your e-mail at ${server} was changed`,
      parts: [
        'Your account has another e-mail address now. This is the last email to the old one.',
        'If it was not you, ask the operators for help at once.',
      ],
    }),
    email_set: ({ server }) => ({
      subject: `Your account at ${server} has a new e-mail address`,
      parts: [
        'An administrator has given your account this e-mail address. From now on, email about your account comes here.',
        'If you do not have an account there, somebody has mistyped an address: you can ignore this email.',
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
      subject: `A role of yours at ${server} was removed`,
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
        `Your account can be signed in to with a new passkey: ${name}.`,
        'If it was not you, remove it on the “Security” page of your account.',
        ...undo(path),
        ...ifNotYou,
      ],
    }),
    passkey_removed: ({ server }, { name }) => ({
      subject: `A passkey was removed at ${server}`,
      parts: [`This passkey no longer signs in to your account: ${name}.`, ...ifNotYou],
    }),
    suspended: ({ server }, { reason, until }) => ({
      subject: `Your account at ${server} is suspended`,
      parts: [
        `Your account is suspended ${until === undefined ? 'without an end date' : `until ${instant(until)}`}.`,
        ...(reason === undefined ? [] : [`Reason: ${reason}`]),
      ],
    }),
    restored: ({ server }) => ({
      subject: `Your account at ${server} is open again`,
      parts: ['Your account is no longer suspended.', signIn],
    }),
    new_device: ({ server }, { device, address }) => ({
      subject: `New sign-in at ${server}`,
      parts: [
        `Somebody signed in to your account: ${mailedDeviceName(device, 'en')}, from ${address}.`,
        ...ifNotYou,
      ],
    }),
    players_separated: ({ server }, { others }) => ({
      subject: `Your players at ${server} are separate accounts now`,
      parts: [
        `${server} has moved, and each of your players is an account of its own now. This one has your e-mail address.`,
        `You sign in to the others by name, with the password you had: ${others.join(', ')}.`,
        'Give each an e-mail address of its own: without one, a forgotten password cannot be replaced.',
        signIn,
      ],
    }),
    deletion_requested: ({ server }, { at }) => ({
      subject: `Your account at ${server} will be deleted`,
      parts: [
        `Your account will be deleted on ${instant(at)}.`,
        'If you have changed your mind, sign in before that and press “Keep my account”.',
        signIn,
      ],
    }),
    deletion_cancelled: ({ server }) => ({
      subject: `Your account at ${server} is kept`,
      parts: ['Your account will not be deleted.', ...ifNotYou],
    }),
  },
  test: ({ server }) => ({
    subject: `A test from ${server}`,
    parts: [`${server} can send mail to this address.`],
  }),
}
