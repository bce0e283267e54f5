// /backup: what "norn backup" makes, begun without a shell.
import { Type } from 'typebox'
import { beginBackup, showBackups } from '../../domain/checklist/back-up.ts'
import { shownBackups } from '../../present/backup.ts'
import { type AdminApi, actorOf, Instant, Nullable } from './api.ts'

const BackupAnswer = Type.Object({
  running: Type.Boolean({ description: 'One is being made by the service.' }),
  begunAt: Nullable(Instant),
  problem: Nullable(Type.String({ description: 'The reason why the one that was begun last was not made.' })),
  last: Nullable(
    Type.Object(
      { at: Instant, file: Type.String({ description: 'A path where the service runs.' }) },
      { description: 'The newest one, also of "norn backup". Null on PostgreSQL.' },
    ),
  ),
})

export function backupRoutes({ app, context, reads, changes }: AdminApi): void {
  app.get(
    '/backup',
    reads('The newest backup, and the one that is being made', BackupAnswer, [], {}),
    async () => shownBackups(await showBackups(context)),
  )

  app.post(
    '/backup',
    changes('Begins a backup of the embedded database', BackupAnswer, ['overloaded'], {
      description:
        'Its file goes to the folder `backups` of the data directory, where the newest three are kept. If one is being made, no other begins.',
    }),
    async (request) => {
      await beginBackup(context, actorOf(request))
      return shownBackups(await showBackups(context))
    },
  )
}
