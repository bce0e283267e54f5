export const recover = {
  heading: 'Reset password',
  explanation: 'We will send you a link to choose a new password.',
  email: 'E-mail',
  submit: 'Send link',
  malformed: 'Enter an email address like name@example.org.',
  choose: {
    passkeys: 'These passkeys will still work. Remove any that are not yours.',
    heading: 'Choose a new password',
    explanation: (username: string) => `For the account ${username}. You will be signed out everywhere.`,
    password: 'New password',
    submit: 'Change password',
    problem: 'Nothing was changed yet. Choose another password.',
    dead: 'This link has already been used or has expired. Ask for a new one.',
    again: 'Reset password',
  },
  flash: {
    changed: 'Your password was changed. Sign in with the new one.',
  },
}
