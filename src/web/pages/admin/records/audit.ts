// GET /admin/audit: who did what, newest first.
import { findAccount } from '../../../../domain/accounts/find.ts'
import { listAudit, usernamesOfEntries } from '../../../../domain/audit/list.ts'
import type { Context } from '../../../../domain/context.ts'
import { parseUuid } from '../../../../lib/crypto/uuid.ts'
import { html } from '../../../../lib/text/html.ts'
import { type AuditEventName, isAuditEvent } from '../../../../model/records/audit.ts'
import { readPart, rowsAtOnce } from '../../../../model/records/lists.ts'
import type { Text } from '../../../context/text.ts'
import { field, searchForm, select } from '../../../form/forms.ts'
import type { Page } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { queryOf } from '../../sign-in/sign-in.ts'
import { adminPage } from '../frame.ts'
import { auditDays } from './audit-days.ts'
import { eventNames, eventWords } from './audit-words.ts'

const path = '/admin/audit'

export function adminAudit({ site, forRole }: Pages, context: Context): void {
  forRole('moderator').get(path, async (page): Promise<Page> => {
    const { audit: words, menu } = page.text.admin
    const [named, event] = [queryOf(page, 'account').trim(), queryOf(page, 'event')]
    const account = parseUuid(named) ?? (named && (await findAccount(context, named))?.id)
    const isUnknown = account === undefined
    const which = {
      account: account === '' ? undefined : account,
      event: isAuditEvent(event) ? event : undefined,
    }
    const isChoosing = queryOf(page, 'choose') !== ''
    const part = { after: parseUuid(queryOf(page, 'after')), limit: rowsAtOnce.auditPage }
    const { rows: shown, next } =
      isUnknown || isChoosing
        ? { rows: [], next: undefined }
        : await readPart(
            part,
            (wanted) => listAudit(context, { ...which, ...wanted }),
            ({ id }) => id,
          )
    const names = await usernamesOfEntries(context, shown)
    const older = next && new URLSearchParams({ account: named, event, after: next }).toString()
    const content = html`${searchForm(site, {
      action: path,
      submit: words.show,
      fields: [
        field({
          name: 'account',
          label: words.account,
          type: 'search',
          value: named,
          autocomplete: 'off',
          hint: words.accountHint,
          isInvalid: isUnknown,
          optional: true,
        }),
        (isChoosing || which.event !== undefined) &&
          select({
            name: 'event',
            label: words.event,
            value: event,
            options: events(page.text, which.event, isChoosing),
          }),
      ],
    })}
${!isChoosing && html`<p><a href="${site.href(`${path}?${new URLSearchParams({ account: named, choose: '1' }).toString()}`)}">${words.choose}</a></p>`}
${!isUnknown && !isChoosing && auditDays(site, page, shown, names)}
${older && html`<p class="actions"><a class="button quiet" href="${site.href(`${path}?${older}`)}">${words.older}</a></p>`}`
    const declined = isUnknown ? { status: 404, alert: words.unknown } : {}
    return { ...adminPage(menu.audit.heading, content, declined), hasFigures: true }
  })
}

/** The names of all events take a fifth of a page's bytes, so that they are all there only where one is chosen. */
const events = (text: Text, chosen: AuditEventName | undefined, isChoosing: boolean) => [
  { value: '', label: text.admin.audit.any },
  ...eventNames
    .filter((name) => isChoosing || name === chosen)
    .map((name) => ({ value: name, label: eventWords(text, name) })),
]
