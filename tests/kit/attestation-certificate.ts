/** A self-signed certificate whose revocation list is at `http://127.0.0.1:9/crl`. */
export const certificate = Buffer.from(
  "MIICDzCCAbWgAwIBAgIUANXh4zJpKnqSPUDpf4xj4sith1UwCgYIKoZIzj0EAwIwSTELMAkGA1UEBhMCVVMxCjAIBgNVBAoMAXgx" +
    "IjAgBgNVBAsMGUF1dGhlbnRpY2F0b3IgQXR0ZXN0YXRpb24xCjAIBgNVBAMMAXgwIBcNMjYxMTIzMDkzNTUwWhgPMjEyNjEwMzAw" +
    "OTM1NTBaMEkxCzAJBgNVBAYTAlVTMQowCAYDVQQKDAF4MSIwIAYDVQQLDBlBdXRoZW50aWNhdG9yIEF0dGVzdGF0aW9uMQowCAYD" +
    "VQQDDAF4MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEg6T4FzsRswjxQO0TN29X0dVpQjeDHKjaHr9WOTkNA11fvJv80LfotOAW" +
    "Vfkw0Sf5yrXAMgS1BOFbI7nundpoA6N5MHcwHQYDVR0OBBYEFImYtc0Au86zYZJBHq3qqBF2W2u+MB8GA1UdIwQYMBaAFImYtc0A" +
    "u86zYZJBHq3qqBF2W2u+MCcGA1UdHwQgMB4wHKAaoBiGFmh0dHA6Ly8xMjcuMC4wLjE6OS9jcmwwDAYDVR0TAQH/BAIwADAKBggq" +
    "hkjOPQQDAgNIADBFAiAUVwy3gcAJH72NeiKRN8ZLus+3qhy0e9jNrgOVxLpYJQIhAKFpK/RtMWs+lvL7G5EkKc9uZbAOGZCl3LCP" +
    "BSIxYvdD",
  "base64",
);
/** A signed response of Google's service, whose header contains the certificate. */
export const safetyNet = Buffer.from(
  [
    { alg: "ES256", x5c: [certificate.toString("base64")] },
    { ctsProfileMatch: true, timestampMs: Date.now() },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".") + ".AA",
);
