export interface SecretTables {
  /** Secrets the server signs with, one for each purpose. */
  server_secrets: { name: string; value: string }
}
