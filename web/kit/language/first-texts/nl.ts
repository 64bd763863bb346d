export { default as app } from '#shared/locales/nl/app.json' with { type: 'json' }
export { default as form } from '#shared/locales/nl/form.json' with { type: 'json' }
export { default as ui } from '#shared/locales/nl/ui.json' with { type: 'json' }
