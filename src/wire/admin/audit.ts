// /audit and /accounts/{id}/audit: who did what, as "norn audit list" shows it.
import { Type } from 'typebox'
import { findAccount } from '../../domain/accounts/find.ts'
import { type AuditQuery, listAudit } from '../../domain/audit/list.ts'
import { parseUuid } from '../../lib/crypto/uuid.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { type AuditEntry, auditEvents, isAuditEvent } from '../../model/records/audit.ts'
import { AccountParams, accountOf } from './account-answers.ts'
import { type AdminApi, Id, Instant, Nullable } from './api.ts'
import { ListOf, ListQuery, pageOf } from './lists.ts'

const AuditEntryAnswer = Type.Object({
  id: Id,
  at: Instant,
  event: Type.String(),
  account: Nullable(Type.String({ description: 'The UUID of the account concerned.' })),
  actor: Type.Object({
    kind: Type.String({ description: 'account, cli, api or system.' }),
    id: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
  }),
  address: Nullable(Type.String()),
  details: Type.Object({}, { additionalProperties: true }),
})

const Event = Type.Optional(Type.Enum(Object.keys(auditEvents()).filter(isAuditEvent)))

const Entries = Type.Object({
  event: Event,
  account: Type.Optional(
    Type.String({
      description: 'The UUID of an account, even a deleted one, or its username or email address.',
    }),
  ),
  ...ListQuery,
})

const shownEntry = ({ actor, details, ...entry }: AuditEntry) => ({
  ...entry,
  actor: { ...actor },
  details: { ...details },
})

export function auditRoutes({ app, context, reads }: AdminApi): void {
  const page = ({ limit, after, ...which }: Omit<AuditQuery, 'limit'> & { limit?: number }) =>
    pageOf({ limit, after }, 'id', (wanted) => listAudit(context, { ...which, ...wanted }), shownEntry)

  app.get(
    '/audit',
    reads('The audit log, the newest first', ListOf(AuditEntryAnswer), ['malformed'], {
      querystring: Entries,
    }),
    async ({ query: { account, ...rest } }) => {
      const id =
        account === undefined ? undefined : (parseUuid(account) ?? (await findAccount(context, account))?.id)
      if (account !== undefined && id === undefined) throw new Refused('malformed', { field: 'account' })
      return page({ ...rest, account: id })
    },
  )

  app.get(
    '/accounts/:id/audit',
    reads(
      'The audit log of an account, the newest first',
      ListOf(AuditEntryAnswer),
      ['malformed', 'account_unknown'],
      { params: AccountParams, querystring: Type.Object({ event: Event, ...ListQuery }) },
    ),
    async ({ params, query }) => {
      // A deleted account still has entries under its UUID.
      const id = parseUuid(params.id) ?? (await accountOf(context, params)).id
      const entries = await page({ ...query, account: id })
      if (entries.items.length === 0) await accountOf(context, params)
      return entries
    },
  )
}
