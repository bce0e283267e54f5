/** The proof of work that some forms ask for. */
export const work = {
  needsScript:
    'This form needs JavaScript: to keep bots out, your browser has to do some work before it can send the form. Allow JavaScript for this page, then reload it.',
  working: 'One moment: your browser is working…',
  failed: 'Your browser could not do the work that this form needs. Reload the page, or try another browser.',
  missing:
    'Nothing was done yet: the form was open too long, or your browser had not finished its work. Send it again.',
}
