export { default as app } from '#shared/locales/de/app.json' with { type: 'json' }
export { default as form } from '#shared/locales/de/form.json' with { type: 'json' }
export { default as ui } from '#shared/locales/de/ui.json' with { type: 'json' }
