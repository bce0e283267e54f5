import { originOf } from '../../model/community/bedrock.ts'
import type { AuditDetails, AuditEvent, AuditEventName, ServiceEventName } from '../../model/records/audit.ts'
import type { Notice } from '../../model/records/mail.ts'

interface NoticeRule<Name extends AuditEventName> {
  /**
   * `always` sends the notice even if the account itself did it, since a thief may have been signed in. `others` sends
   * it if anybody else did it, but not the service itself.
   */
  when: 'always' | 'others'
  /** Returns the notice, or undefined if none is needed. */
  notice: (details: AuditDetails[Name]) => Notice | undefined
  /** Sent to the email address that the account has after the change, if somebody else did it. */
  newAddress?: Notice
}

const always = <Name extends AuditEventName>(
  notice: NoticeRule<Name>['notice'],
): NoticeRule<Name> & { when: 'always' } => ({ when: 'always', notice })

const others = <Name extends AuditEventName>(
  notice: NoticeRule<Name>['notice'],
): NoticeRule<Name> & { when: 'others' } => ({ when: 'others', notice })

/** Defines for each event of an account whether and how its owner is notified. Null means that nobody is. */
const noticeRules = {
  // The person who made the account has told the new owner, and an import makes thousands.
  'account.created': null,
  'account.renamed': others(({ from, to }) => ({ about: 'renamed', from, to })),
  // The owner already has another name. Only the hold on this one has ended.
  'account.name_released': null,
  'account.email_changed': {
    ...always<'account.email_changed'>(() => ({ about: 'email_changed' })),
    newAddress: { about: 'email_set' },
  },
  // The language only affects the texts of pages and emails.
  'account.language_changed': null,
  // Its owner has just done it.
  'account.rules_accepted': null,
  'account.password_changed': always(() => ({ about: 'password_changed' })),
  'account.password_reset': always(() => ({ about: 'password_changed' })),
  'account.suspended': always(({ reason, until }) => ({
    about: 'suspended',
    ...(reason !== null && { reason }),
    ...(until !== null && { until: Date.parse(until) }),
  })),
  'account.restored': always(() => ({ about: 'restored' })),
  'account.uploads_suspended': always(({ reason }) => ({
    about: 'uploads_suspended',
    ...(reason !== null && { reason }),
  })),
  'account.uploads_allowed': always(() => ({ about: 'uploads_allowed' })),
  'account.granted': others(({ role }) => ({ about: 'role_granted', role })),
  'account.ungranted': others(({ role }) => ({ about: 'role_removed', role })),
  'account.deletion_requested': always(({ at }) => ({ about: 'deletion_requested', at: Date.parse(at) })),
  'account.deletion_cancelled': always(() => ({ about: 'deletion_cancelled' })),
  'account.deleted': others(() => ({ about: 'deleted' })),
  // Only its owner can export an account.
  'account.exported': null,
  'account.linked': always((details) =>
    'provider' in details
      ? { about: 'identity_linked', ...details }
      : { about: 'linked', name: details.name, neighbour: originOf(details) },
  ),
  'account.unlinked': always((details) =>
    'provider' in details
      ? { about: 'identity_unlinked', ...details }
      : { about: 'unlinked', name: details.name, neighbour: originOf(details) },
  ),
  // This lets the owner in again, and gives others nothing but guesses.
  'account.unlocked': null,
  // Nothing ends, and the page says which one it is.
  'character.primary_changed': null,
  'character.joined': null,
  'character.parted': null,
  // Both players find it on their pages, and can end it.
  'friend.added': null,
  'friend.removed': null,
  'friend.cleared': null,
  'second_factor.enabled': always(() => ({ about: 'second_factor_enabled' })),
  'second_factor.disabled': always(() => ({ about: 'second_factor_disabled' })),
  'second_factor.recovery_used': always(({ left }) => ({ about: 'recovery_code_used', left })),
  'second_factor.recovery_renewed': always(() => ({ about: 'recovery_codes_renewed' })),
  'second_factor.recovery_removed': always(() => ({ about: 'recovery_codes_removed' })),
  'passkey.added': always(({ name }) => ({ about: 'passkey_added', name })),
  'passkey.removed': always(({ name }) => ({ about: 'passkey_removed', name })),
  'app_password.created': always(({ name }) => ({ about: 'app_password_created', name })),
  'app_password.deleted': always(({ name }) => ({ about: 'app_password_deleted', name })),
  'texture.set': others(({ texture }) => ({ about: 'texture_set', texture })),
  'texture.removed': others(({ texture }) => ({ about: 'texture_removed', texture })),
  // The wardrobe says what became of it, and why.
  'texture.shared': null,
  'texture.unshared': null,
  'texture.waiting': null,
  'texture.published': null,
  'texture.refused': null,
  // A job reports new devices (src/domain/tokens/new-devices.ts).
  'session.started': null,
  'session.ended': others(({ tokens }) => (tokens > 0 ? { about: 'signed_out' } : undefined)),
  'token.issued': null,
  'token.revoked': others(({ tokens }) => (tokens > 0 ? { about: 'signed_out' } : undefined)),
  // Only the owner can allow or remove an application. The service removes one if the application asks for it.
  'grant.given': null,
  'grant.revoked': null,
  'group.member_added': null,
  'group.member_removed': null,
  // It changes nothing; its use does.
  'link.created': null,
  'link.used': always(({ for: purpose }) =>
    purpose === 'second-factor' ? { about: 'factor_link_used' } : { about: 'password_link_used' },
  ),
} as const satisfies NoticeRules

type AccountEventName = Exclude<AuditEventName, ServiceEventName>

type NoticeRules = { readonly [Name in AccountEventName]: NoticeRule<Name> | null }

/** Events without a notice. Only these may be recorded without reading the account. */
export type SilentEventName =
  | ServiceEventName
  | { [Name in AccountEventName]: (typeof noticeRules)[Name] extends null ? Name : never }[AccountEventName]

const ruleOf = <Name extends AuditEventName>(event: Name): NoticeRule<Name> | undefined =>
  (noticeRules as { readonly [Each in AuditEventName]?: NoticeRule<Each> | null })[event] ?? undefined

export const isSilent = (event: AuditEventName): boolean => ruleOf(event) === undefined

/** Returns an event's notices and their recipients. `isOthers` is true if neither the owner nor the service did it. */
export function noticesOf<Name extends AuditEventName>(
  { event, details }: AuditEvent<Name>,
  isOthers: boolean,
): { owner?: Notice | undefined; newAddress?: Notice | undefined } {
  const rule = ruleOf(event)
  if (!rule || (rule.when === 'others' && !isOthers)) return {}
  return { owner: rule.notice(details), newAddress: isOthers ? rule.newAddress : undefined }
}

/** Returns the notice about a character of this name, whose account stays as it is. */
export function ofCharacter(notice: Notice, name: string): Notice {
  switch (notice.about) {
    case 'suspended':
      return { ...notice, about: 'character_suspended', name }
    case 'deletion_requested':
      return { ...notice, about: 'character_deletion_requested', name }
    case 'restored':
      return { about: 'character_restored', name }
    case 'deletion_cancelled':
      return { about: 'character_deletion_cancelled', name }
    case 'deleted':
      return { about: 'character_deleted', name }
    default:
      return notice
  }
}
