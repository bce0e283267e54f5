// GET /admin/reports and /admin/reports/{id}, and the POSTs below it: what players have reported, for moderators.
import { accountById } from '../../../../domain/accounts/find.ts'
import type { Context } from '../../../../domain/context.ts'
import { publishTexture, refuseTexture } from '../../../../domain/library/review.ts'
import { keepReported } from '../../../../domain/moderation/keep.ts'
import { takenDownPicture } from '../../../../domain/moderation/picture.ts'
import { type QueueEntry, reportedTexture, reportQueue } from '../../../../domain/moderation/queue.ts'
import { restoreTexture, takeDownTexture } from '../../../../domain/moderation/take-down.ts'
import { allowUploads, suspendUploads } from '../../../../domain/moderation/uploads.ts'
import { parseUuid } from '../../../../lib/crypto/uuid.ts'
import type { SkinModel } from '../../../../model/accounts/account.ts'
import { Refused } from '../../../../model/errors/refusal.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Flash } from '../../../context/text.ts'
import { declined } from '../../../page/declined.ts'
import type { Page, PageAnswer } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { pathParameter } from '../../../page/path-parameter.ts'
import { queryOf } from '../../sign-in/sign-in.ts'
import { adminPage } from '../frame.ts'
import { ownersOf } from './report-owners.ts'
import {
  entryContent,
  noteName,
  queueContent,
  reasonName,
  reportsPath,
  type TypedReport,
} from './reports-content.ts'

/** A button of an entry: does something with the texture of a report, for a reason. */
type Act = (
  page: SignedInPageContext,
  entry: QueueEntry,
  given: { id: string; reason: string | undefined; note: string | undefined },
) => Promise<{ flash: Flash; state?: 'closed' }>

export function adminReports(pages: Pages, context: Context): void {
  const { site, forRole } = pages
  const moderator = forRole('moderator')

  moderator.get(reportsPath, async (page) => {
    const state = queryOf(page, 'state') === 'closed' ? 'closed' : 'open'
    const after = parseUuid(queryOf(page, 'after'))
    const queue = await reportQueue(context, { state, after })
    const owners = await ownersOf(context, page.account, queue.entries)
    return {
      ...adminPage(
        page.text.admin.menu.reports.heading,
        queueContent(site, page, { ...queue, state, owners }),
      ),
      hasPictures: true,
    }
  })

  const showEntry = async (
    page: SignedInPageContext,
    entry: QueueEntry,
    typed: TypedReport = {},
  ): Promise<Page> => {
    const { layout, skin } = page.text
    const owners = await ownersOf(context, page.account, [entry])
    const [report] = entry.reports
    return {
      ...adminPage(
        layout.confirm.heading(skin[entry.kind].heading, report?.player.name ?? ''),
        entryContent(site, page, entry, owners, typed),
        typed,
      ),
      here: site.href(`${reportsPath}/${report?.id}`),
      hasPictures: true,
    }
  }
  const entryIn = (id: string | undefined) => (id === undefined ? undefined : reportedTexture(context, id))

  moderator.get(`${reportsPath}/pictures/:file`, async (page): Promise<PageAnswer> => {
    const { request, reply } = page
    const [hash = ''] = pathParameter(page, 'file').split('.png')
    const view = queryOf(page, 'view') === 'back' ? 'back' : 'front'
    const model = modelIn(queryOf(page, 'model'))
    const png = await takenDownPicture(context, { hash, view, model, address: request.ip })
    await reply.type('image/png').send(png)
    return { isAnswered: true }
  })

  moderator.get(`${reportsPath}/:id`, async (page): Promise<PageAnswer> => {
    const entry = await entryIn(parseUuid(pathParameter(page, 'id')))
    return entry ? showEntry(page, entry) : { to: reportsPath, flash: 'reports.gone' }
  })
  moderator.get(`${reportsPath}/:id/*`, () => ({ to: reportsPath }))

  const button = (path: string, act: Act) =>
    moderator.post(`${reportsPath}/${path}`, async (page, fields): Promise<PageAnswer> => {
      const id = parseUuid(fields.text('report'))
      const entry = await entryIn(id)
      if (!entry || id === undefined) return { to: reportsPath, flash: 'reports.gone' }
      const [reason, note] = [reasonName, noteName].map((name) => fields.text(name(id)).trim() || undefined)
      try {
        const { flash, state } = await act(page, entry, { id, reason, note })
        return { to: state ? `${reportsPath}?state=${state}` : reportsPath, flash }
      } catch (error) {
        // Somebody else was quicker.
        if (error instanceof Refused && error.reason === 'unknown')
          return { to: reportsPath, flash: 'reports.gone' }
        return showEntry(page, entry, {
          ...declined(page, error),
          ...(reason && { reason }),
          ...(note && { note }),
        })
      }
    })

  button('keep', async (page, _entry, { id }) => {
    await keepReported(context, actorOf(page), id)
    return { flash: 'reports.kept' }
  })
  button('publish', async (page, _entry, { id }) => {
    await publishTexture(context, actorOf(page), id)
    return { flash: 'reports.published' }
  })
  button('refuse', async (page, _entry, { id, note }) => {
    await refuseTexture(context, actorOf(page), id, { note })
    return { flash: 'reports.refused' }
  })
  button('stop-sharing', async (page, _entry, { id, reason }) => {
    await refuseTexture(context, actorOf(page), id, { note: reason })
    return { flash: 'reports.unshared' }
  })
  button('take-down', async (page, { hash, canTakeDown }, { reason }) => {
    if (hash === undefined || !canTakeDown) return { flash: 'reports.gone' }
    await takeDownTexture(context, actorOf(page), hash, { reason })
    return { flash: 'reports.takenDown' }
  })
  button('restore', async (page, { hash = '' }) => {
    await restoreTexture(context, actorOf(page), hash)
    return { flash: 'reports.restored', state: 'closed' }
  })
  button('suspend/:player', async (page, _entry, { reason }) => {
    await suspendUploads(context, actorOf(page), await playerOf(context, page), { reason })
    return { flash: 'reports.uploadsSuspended' }
  })
  button('allow/:player', async (page) => {
    await allowUploads(context, actorOf(page), await playerOf(context, page))
    return { flash: 'reports.uploadsAllowed' }
  })
}

const modelIn = (text: string): SkinModel | undefined =>
  text === 'slim' || text === 'default' ? text : undefined

const playerOf = (context: Context, page: SignedInPageContext) =>
  accountById(context, parseUuid(pathParameter(page, 'player')) ?? '')
