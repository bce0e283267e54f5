// /mail/test: an email that tests the configuration, as "norn mail test" sends it.
import { Type } from 'typebox'
import { sendTestMail } from '../../domain/checklist/test-mail.ts'
import { type AdminApi, actorOf, Closed } from './api.ts'

const TestMail = Closed({ address: Type.String({ description: 'The email address to write to.' }) })

const SentAnswer = Type.Object({
  server: Type.Optional(Type.String({ description: 'The mail server that has accepted it.' })),
  file: Type.Optional(
    Type.String({ description: 'Without a mail server, the file that it was written to.' }),
  ),
  problem: Type.Optional(Type.String({ description: 'The reason why it was not sent.' })),
})

export function mailRoutes({ app, context, changes }: AdminApi): void {
  app.post(
    '/mail/test',
    changes('Sends a test email', SentAnswer, ['malformed', 'email_malformed', 'overloaded'], {
      description: 'It is sent at once, and has one of the three fields.',
      body: TestMail,
    }),
    (request) => sendTestMail(context, actorOf(request), request.body.address),
  )
}
