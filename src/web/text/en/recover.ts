export const recover = {
  heading: 'Reset password',
  explanation: 'We send you a link with which you choose a new password.',
  email: 'E-mail',
  submit: 'Send link',
  malformed: 'Write an e-mail address like name@example.org.',
  choose: {
    passkeys: 'These passkeys still sign in afterwards. Remove those that are not yours.',
    heading: 'Choose a new password',
    explanation: (username: string) => `For the account ${username}. You will be signed out everywhere.`,
    password: 'New password',
    submit: 'Change password',
    problem: 'Nothing was changed yet. Choose another password.',
    dead: 'This link was used already, or is too old. Ask for a new one.',
    again: 'Reset password',
  },
  said: {
    changed: 'Your password was changed. Sign in with the new one.',
  },
}
