export const email = {
  about: 'We send a link to the new address. Your e-mail changes when you open it and press “Confirm”.',
  submit: 'Change e-mail',
  problems: {
    malformed: 'Write an e-mail address like name@example.org.',
    same: 'That is your e-mail already.',
  },
  confirm: {
    heading: 'Confirm your e-mail',
    explanation: (address: string) => `From then on we write to ${address}.`,
    submit: 'Confirm',
    dead: 'This link was used already, or is too old. Ask for a new one.',
    again: 'Ask for a new link',
  },
  said: {
    sent: 'We have sent you an email. Open the link in it.',
    changed: 'Your e-mail was changed.',
  },
}
