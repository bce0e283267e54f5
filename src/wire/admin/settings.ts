// /settings: what administrators choose while the service runs, as "norn setting" has it.
import { Type } from 'typebox'
import { changeSetting, readSettings, showSetting } from '../../domain/operation/settings.ts'
import { settingHelp, settingNames } from '../../model/fields/setting.ts'
import { type AdminApi, actorOf, Closed, Nullable } from './api.ts'
import { pageOfAll } from './lists.ts'

const Name = Type.Enum([...settingNames])

const SettingAnswer = Type.Object({
  name: Name,
  value: Nullable(
    Type.String({
      description: 'What is in force. Of logo a data: URL, or the path that the environment has.',
    }),
  ),
  source: Type.Enum(['environment', 'database', 'default'], { description: 'The environment wins.' }),
})

const SettingParams = Type.Object({ name: Name })

const NewValue = Closed({
  value: Type.String({
    minLength: 1,
    description: settingNames.map((name) => `${name}: ${settingHelp(name)}.`).join(' '),
  }),
})

export function settingRoutes({ app, context, reads, lists, changes }: AdminApi): void {
  app.get(
    '/settings',
    lists('What administrators choose while the service runs, by name', SettingAnswer),
    async ({ query }) =>
      pageOfAll(query, 'name', (await readSettings(context)).settings, (setting) => setting),
  )

  app.get(
    '/settings/:name',
    reads('A setting', SettingAnswer, ['malformed'], { params: SettingParams }),
    async ({ params: { name } }) => showSetting(context, name),
  )

  app.put(
    '/settings/:name',
    changes('Changes a setting', SettingAnswer, ['malformed'], { params: SettingParams, body: NewValue }),
    (request) => changeSetting(context, actorOf(request), request.params.name, request.body.value),
  )

  app.delete(
    '/settings/:name',
    changes('Forgets what was chosen of a setting', SettingAnswer, ['malformed'], { params: SettingParams }),
    (request) => changeSetting(context, actorOf(request), request.params.name, null),
  )
}
