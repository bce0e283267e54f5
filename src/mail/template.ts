import { mailedDeviceName } from '../model/accounts/device-name.ts'
import type { MailContent, Notice } from '../model/records/mail.ts'
import { catalogue } from '../texts/catalogue.ts'
import type { Language } from '../texts/languages.ts'
import { type Entry, instant, say, type Values } from '../texts/say.ts'

/** The text of an email before it is rendered. */
export interface MailTemplate {
  subject: string
  /** Sentences and links, in order. */
  parts: readonly (string | MailLink)[]
}

export interface MailLink {
  /** The text of the button. */
  label: string
  /** A path below the base URL. It must not contain `=`, which some encodings of mail escape. */
  path: string
}

interface TemplateValues {
  /** The name of the service. */
  server: string
  /** The lifetime of the link, in hours. */
  hours: number
  /** The path of the link; empty for emails without one. */
  path: string
  /** True if people can choose a new password by email. */
  hasRecovery: boolean
}

/** Returns the text of an email in a language. */
export function templateIn(language: Language, content: MailContent, given: TemplateValues): MailTemplate {
  if (content.kind === 'notice') return noticeIn(language, content.notice, given)
  const { mail } = catalogue(language)
  const { server, hours, path, hasRecovery } = given
  const words = mail[content.kind]
  const code = content.kind === 'code' ? content.token : ''
  const fill = (entry: Entry): string => say(language, entry, { server, code })
  const link = (label: string): readonly (string | MailLink)[] => [
    { label, path },
    say(language, mail.once, { hours }),
  ]
  const { signIn, recover } = buttonsIn(language)
  return {
    subject: fill(words.subject),
    parts: [
      fill(words.body),
      ...('confirm' in words ? link(words.confirm) : []),
      ...(content.kind === 'recover' ? link(recover.label) : []),
      ...('forgotten' in words ? [signIn, ...(hasRecovery ? [words.forgotten, recover] : [])] : []),
      fill(words.ignore),
    ],
  }
}

/** Returns the text of the email of `norn mail test`. */
export function testTemplateIn(language: Language, server: string): MailTemplate {
  const { subject, body } = catalogue(language).mail.test
  return { subject: say(language, subject, { server }), parts: [say(language, body, { server })] }
}

/** The sentences and links that end a notice. */
const endings: Readonly<Record<Notice['about'], readonly ('ifNotYou' | 'signIn' | 'undo' | 'unexpected')[]>> =
  {
    password_changed: ['ifNotYou'],
    password_link_used: ['ifNotYou'],
    factor_link_used: ['undo', 'ifNotYou'],
    email_changed: ['undo'],
    email_set: [],
    renamed: [],
    role_granted: ['unexpected'],
    role_removed: ['unexpected'],
    texture_set: [],
    texture_removed: [],
    texture_taken_down: [],
    uploads_suspended: [],
    uploads_allowed: [],
    signed_out: ['signIn'],
    deleted: ['unexpected'],
    second_factor_enabled: ['undo', 'ifNotYou'],
    second_factor_disabled: ['ifNotYou'],
    recovery_codes_renewed: ['undo', 'ifNotYou'],
    recovery_codes_removed: ['ifNotYou'],
    recovery_code_used: ['ifNotYou'],
    passkey_added: ['undo', 'ifNotYou'],
    passkey_removed: ['ifNotYou'],
    app_password_created: ['undo', 'ifNotYou'],
    app_password_deleted: ['ifNotYou'],
    linked: ['undo', 'ifNotYou'],
    unlinked: ['ifNotYou'],
    identity_linked: ['undo', 'ifNotYou'],
    identity_unlinked: ['ifNotYou'],
    suspended: [],
    restored: ['signIn'],
    joined: ['signIn', 'unexpected'],
    character_joined: ['unexpected'],
    character_parted: ['unexpected'],
    parted: [],
    new_device: ['ifNotYou'],
    players_separated: ['signIn'],
    deletion_requested: ['signIn'],
    deletion_cancelled: ['ifNotYou'],
    character_suspended: [],
    character_restored: [],
    character_deleted: ['unexpected'],
    character_deletion_requested: ['signIn', 'ifNotYou'],
    character_deletion_cancelled: ['ifNotYou'],
  }

function noticeIn(
  language: Language,
  notice: Notice,
  { server, path, hasRecovery }: TemplateValues,
): MailTemplate {
  const { mail } = catalogue(language)
  const { subject, ...sentences } = mail.notices[notice.about]
  const values = { server, ...valuesOf(language, notice) }
  const { signIn, recover } = buttonsIn(language)
  const undo = path === '' ? [] : [mail.undo, { label: mail.buttons.undo, path }]
  const ifNotYou = hasRecovery ? [mail.ifNotYou, recover] : [mail.unexpected]
  const parts = { signIn: [signIn], ifNotYou, unexpected: [mail.unexpected], undo }
  return {
    subject: say(language, subject, values),
    parts: [
      ...Object.entries(sentences)
        .filter(([name]) => (name !== 'why' || 'reason' in values) && (name !== 'withoutUndo' || path === ''))
        .map(([, sentence]) => say(language, sentence, values)),
      ...endings[notice.about].flatMap((ending) => parts[ending]),
    ],
  }
}

const buttonsIn = (language: Language): Record<'recover' | 'signIn', MailLink> => {
  const { signIn, recover } = catalogue(language).mail.buttons
  return { signIn: { label: signIn, path: '/sign-in' }, recover: { label: recover, path: '/recover' } }
}

/** Returns what the sentences of a notice mention. */
function valuesOf(language: Language, notice: Notice): Values {
  switch (notice.about) {
    case 'renamed':
      return { from: notice.from, to: notice.to }
    case 'role_granted':
    case 'role_removed':
      return { form: notice.role }
    case 'texture_set':
    case 'texture_removed':
      return { form: notice.texture }
    case 'texture_taken_down': {
      const { reason, texture } = notice
      return { form: texture, ...(reason !== undefined && { reason }) }
    }
    case 'uploads_suspended':
      return notice.reason === undefined ? {} : { reason: notice.reason }
    case 'passkey_added':
    case 'passkey_removed':
    case 'app_password_created':
    case 'app_password_deleted':
      return { name: notice.name }
    case 'linked':
    case 'unlinked':
      return { name: notice.name, neighbour: notice.neighbour }
    case 'identity_linked':
    case 'identity_unlinked':
      return { name: notice.name, provider: notice.provider }
    case 'recovery_code_used':
      return { left: notice.left }
    case 'suspended':
    case 'character_suspended': {
      const { reason, until } = notice
      return {
        ...('name' in notice && { name: notice.name }),
        ...(until === undefined ? { form: 'forever' } : { form: 'until', until: instant(until) }),
        ...(reason !== undefined && { reason }),
      }
    }
    case 'deletion_requested':
      return { at: instant(notice.at) }
    case 'joined':
      return { owner: notice.owner }
    case 'character_deletion_requested':
      return { name: notice.name, at: instant(notice.at) }
    case 'character_restored':
    case 'character_deletion_cancelled':
    case 'character_deleted':
    case 'character_joined':
    case 'character_parted':
      return { name: notice.name }
    case 'players_separated':
      return { others: notice.others.join(', ') }
    case 'new_device':
      return { device: mailedDeviceName(notice.device, language), address: notice.address }
    default:
      return {}
  }
}
