// The answer to a form can't be asked for a second time. Reloading it, or coming back to it, opens the form's page.
history.replaceState(null, '', document.currentScript.dataset.page)
