// /settings: what administrators choose while the service runs, as "norn setting" has it.
import { Type } from 'typebox'
import { changeSettings, readSettings, showSetting } from '../../domain/operation/settings.ts'
import { settingNames } from '../../model/community/setting.ts'
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
    description:
      'accent takes six hexadecimal digits, logo data:image/png;base64,…, links lines of an https: address, a space and a title.',
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
    changes(
      'Changes a setting',
      SettingAnswer,
      ['malformed', ...settingNames.map((name) => `setting_${name}_malformed` as const)],
      { params: SettingParams, body: NewValue },
    ),
    async (request) => {
      const { name } = request.params
      await changeSettings(context, actorOf(request), { [name]: request.body.value })
      return showSetting(context, name)
    },
  )

  app.delete(
    '/settings/:name',
    changes('Forgets what was chosen of a setting', SettingAnswer, ['malformed'], {
      params: SettingParams,
    }),
    async (request) => {
      const { name } = request.params
      await changeSettings(context, actorOf(request), { [name]: null })
      return showSetting(context, name)
    },
  )
}
