// GET and POST /admin/deletions/{id}/undo: brings back what was deleted within the last hour.
import type { Context } from '../../../domain/context.ts'
import { findDeletion } from '../../../domain/operation/deletions.ts'
import { undoDeletion } from '../../../domain/operation/undo-deletion.ts'
import type { DeletionKind } from '../../../model/records/deletion.ts'
import { actorOf, type SignedInPageContext } from '../../context/page-context.ts'
import { declined } from '../../page/declined.ts'
import type { Pages } from '../../page/page-scope.ts'
import { pathParameter } from '../../page/path-parameter.ts'
import { clientPath } from './applications/client.ts'
import { webhookPath } from './applications/webhook.ts'
import { asking } from './asking.ts'
import { groupPath } from './community/groups.ts'
import { serverPath } from './community/servers.ts'
import { undoPath } from './deletions.ts'
import { neighbourPath } from './neighbours/neighbours.ts'
import { providerPath } from './neighbours/providers.ts'

const pathsOf: Readonly<Record<DeletionKind, (name: string) => string>> = {
  client: clientPath,
  group: groupPath,
  server: serverPath,
  webhook: webhookPath,
  neighbour: neighbourPath,
  provider: providerPath,
}

export function adminUndoDeletion(pages: Pages, context: Context): void {
  const idOf = (page: SignedInPageContext) => pathParameter(page, 'id')
  asking(pages, context, undoPath(':id'), {
    ask: async (page) => {
      const { deletions: words } = page.text.admin
      const { kind, name, title } = await findDeletion(context, idOf(page))
      const back = pathsOf[kind](name)
      return {
        submit: words.undo,
        subject: title,
        effects: [words.about[kind]],
        back: back.slice(0, back.lastIndexOf('/')),
        isHarmless: true,
      }
    },
    act: async (page) => {
      const { taken, tooMany } = page.text.admin.deletions
      try {
        const { kind, name } = await undoDeletion(context, actorOf(page), idOf(page))
        return { to: pathsOf[kind](name), flash: 'admin.undone' }
      } catch (error) {
        return declined(page, error, {
          'taken group': ['', taken],
          'taken server': ['', taken],
          'taken neighbour': ['', taken],
          'taken provider': ['', taken],
          'too_many group': ['', tooMany],
          'too_many server': ['', tooMany],
          'too_many webhook': ['', tooMany],
          'too_many neighbour': ['', tooMany],
          'too_many provider': ['', tooMany],
        })
      }
    },
  })
}
