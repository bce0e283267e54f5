// /held-names: usernames that are held for their former owners, as "norn account release-name" has them.
import { Type } from 'typebox'
import { releaseName } from '../../domain/names/held.ts'
import { type AdminApi, actorOf } from './api.ts'

export function heldNameRoutes({ app, context, ends }: AdminApi): void {
  app.delete(
    '/held-names/:name',
    ends('Ends the hold of a username: anybody can take it', 'The name is free.', [], {
      params: Type.Object({ name: Type.String({ description: 'In any letter case.' }) }),
    }),
    async (request) => {
      await releaseName(context, actorOf(request), request.params.name)
    },
  )
}
