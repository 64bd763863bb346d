export { default as app } from '#shared/locales/es/app.json' with { type: 'json' }
export { default as form } from '#shared/locales/es/form.json' with { type: 'json' }
export { default as ui } from '#shared/locales/es/ui.json' with { type: 'json' }
