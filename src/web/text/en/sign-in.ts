import { instantIn, pluralIn } from '../../../lib/text/intl.ts'

const instant = instantIn('en')
const minutes = pluralIn('en', { one: 'minute', other: 'minutes' })

export const signIn = {
  heading: 'Sign in',
  login: 'Username or e-mail',
  password: 'Password',
  submit: 'Sign in',
  forgotten: 'Forgot password?',
  isNew: 'New here?',
  again: 'Sign in again to continue. This protects your account if you left a browser open.',
  invalid: 'The username, email address or password is wrong. Check them and try again.',
  tooMany: (waitMinutes: number) => `Too many failed attempts. Try again in ${minutes(waitMinutes)}.`,
  suspended: (reason: string | undefined, until: number | undefined) =>
    `This account is suspended ${until === undefined ? 'without an end date' : `until ${instant(until)}`}.${
      reason === undefined ? '' : ` Reason: ${reason}`
    }`,
  code: {
    heading: 'Two-factor code',
    explanation: 'Enter the six digits that your authenticator app shows now, or one of your recovery codes.',
    label: 'Code',
    submit: 'Continue',
    restart: 'Sign in as somebody else',
    invalid: 'The code is wrong or has already been used. Wait for the next one and try again.',
    tooMany: (waitMinutes: number) => `Too many wrong codes. Try again in ${minutes(waitMinutes)}.`,
  },
  flash: {
    expired: 'That took too long. Sign in again.',
    signedOut: 'You are signed out.',
  },
}
