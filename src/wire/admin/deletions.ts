// /deletions: what can still come back, as "norn deletion" has it.
import { Type } from 'typebox'
import { listDeletions } from '../../domain/operation/deletions.ts'
import { undoDeletion } from '../../domain/operation/undo-deletion.ts'
import { deletionKinds } from '../../model/records/deletion.ts'
import { shownDeletion } from '../../present/deletion.ts'
import { type AdminApi, actorOf, Instant, word } from './api.ts'
import { pageOfAll } from './lists.ts'

const DeletionAnswer = Type.Object({
  id: Type.String(),
  kind: Type.Enum([...deletionKinds]),
  name: Type.String({ description: 'The name or the id that the thing had.' }),
  title: Type.String(),
  restorableUntil: Instant,
})

const DeletionParams = Type.Object({ id: Type.String({ description: 'The id of the deletion.' }) })

export function deletionRoutes({ app, context, lists, changes }: AdminApi): void {
  app.get(
    '/deletions',
    lists('What was deleted within the last hour and can come back, the oldest first', DeletionAnswer),
    async ({ query }) => pageOfAll(query, 'id', await listDeletions(context), shownDeletion),
  )

  app.post(
    '/deletions/:id/undo',
    changes('Undoes a deletion', DeletionAnswer, ['unknown', 'taken', 'too_many'], {
      description:
        'Within an hour, unless another thing has the name by now. Ended tokens and consents stay ended.',
      params: DeletionParams,
    }),
    async (request) => shownDeletion(await undoDeletion(context, actorOf(request), word(request.params.id))),
  )
}
