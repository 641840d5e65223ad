import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { pages } from "#app/pages/registry.ts";
import { maxContentBodyBytes, maxEvidenceBodyBytes, maxPictureBodyBytes } from "#app/platform/limits.ts";
import { readEnv, settings } from "#app/platform/settings/env.server.ts";
import { defaultConnectionLimits } from "#server/lifecycle/listen.ts";
import { filesBelow } from "#tests/fences/source-files.ts";
import { copiedSources, dockerfileMistakes, readDockerfile } from "./dockerfile.ts";

const read = (file: string): string => readFileSync(file, "utf8");
const settingNames = Object.keys(settings);

describe.each([
  ["deploy/systemd/exit-planning.service", ""],
  ["deploy/systemd/exit-planning@.service", "-%i"],
])("%s", (file, instance) => {
  const unit = readUnit(read(file));

  test("starts the release of the archive as a user of its own, with the settings file", () => {
    const [program = ""] = unit["ExecStart"]?.[0]?.split(" ") ?? [];
    expect(program.startsWith("/opt/exit-planning/current/")).toBe(true);
    expect(existsSync(program.replace("/opt/exit-planning/current/", ""))).toBe(true);
    expect(unit).toMatchObject({
      User: [`exit-planning${instance}`],
      Group: [`exit-planning${instance}`],
      StateDirectory: [`exit-planning${instance}`],
      Environment: [`SETTINGS_FILE=/etc/exit-planning/${instance === "" ? "" : "%i/"}settings`],
    });
  });

  test("stops the server before its database, and later than both need", () => {
    expect(unit["KillMode"]).toEqual(["mixed"]);
    expect(Number(unit["TimeoutStopSec"]?.[0])).toBeGreaterThanOrEqual(30);
  });

  test("has a file descriptor for each connection", () => {
    expect(Number(unit["LimitNOFILE"]?.[0])).toBeGreaterThanOrEqual(12_500);
  });

  test("repeats failed starts without a limit, and replaces only the process that ran out of memory", () => {
    expect(unit).toMatchObject({ Restart: ["on-failure"], RestartSec: ["5"], OOMPolicy: ["continue"] });
    // With a limit, systemd gives up before the database of another machine has started.
    expect(unit["StartLimitIntervalSec"]).toEqual(["0"]);
  });

  test("restricts the server", () => {
    expect(unit).toMatchObject({
      NoNewPrivileges: ["yes"],
      ProtectSystem: ["strict"],
      PrivateTmp: ["yes"],
      RestrictAddressFamilies: ["AF_INET AF_INET6 AF_UNIX AF_NETLINK"],
      SystemCallFilter: ["@system-service", "~@privileged @resources", "setpriority"],
    });
    expect(unit["ReadWritePaths"]?.[0]).toBe(`/var/lib/exit-planning${instance}`);
    expect(unit["MemoryMax"]).toHaveLength(1);
    // The embedded PostgreSQL and Node need what these prevent.
    expect(Object.keys(unit)).not.toEqual(expect.arrayContaining(["PrivateIPC"]));
    expect(Object.keys(unit)).not.toEqual(expect.arrayContaining(["MemoryDenyWriteExecute"]));
  });
});

test("the units for one and for several practices differ only in names", () => {
  const [one, several] = [
    "deploy/systemd/exit-planning.service",
    "deploy/systemd/exit-planning@.service",
  ].map((file) => Object.keys(readUnit(read(file))));
  expect(several).toEqual(one);
});

test("nginx accepts TLS 1.2 and 1.3 only, with forward secrecy and authenticated encryption", () => {
  const file = read("deploy/nginx.conf");
  const valueOf = (directive: string): string =>
    new RegExp(`^ +${directive} ([^;]+);$`, "m").exec(file)?.[1] ?? "";
  expect(valueOf("ssl_protocols")).toBe("TLSv1.2 TLSv1.3");
  expect(valueOf("ssl_prefer_server_ciphers")).toBe("on");
  // Without the directive, nginx also accepts suites without either.
  const suites = valueOf("ssl_ciphers").split(":");
  expect(suites[0]).toContain("AES256-GCM");
  expect(suites.filter((suite) => !/^ECDHE-(?:ECDSA|RSA)-.*(?:GCM|POLY1305)/.test(suite))).toEqual([]);
});

describe("the proxies", () => {
  const bytes = (text: string): number => {
    const [, number = "", unit = ""] = /^(\d+)(m|MiB)$/.exec(text) ?? [];
    return unit === "" ? Number.NaN : Number(number) * 2 ** 20;
  };
  const nginx = read("deploy/nginx.conf");
  const caddy = read("deploy/Caddyfile");
  /** The limit of a location of nginx. */
  const limitOf = (location: string): number => {
    const start = nginx.indexOf(`location ${location} {`);
    return bytes(
      /client_max_body_size (\w+);/.exec(nginx.slice(start, nginx.indexOf("}", start)))?.[1] ?? "",
    );
  };

  test("accept what the servers accept, whose answers explain what is too large", () => {
    expect(bytes(/^    client_max_body_size (\w+);/m.exec(nginx)?.[1] ?? "")).toBeGreaterThan(
      maxContentBodyBytes,
    );
    expect(limitOf(`= ${pages.contentPictures.path}`)).toBeGreaterThan(maxPictureBodyBytes);
    expect(limitOf(`^~ ${pages.claims.path}/`)).toBeGreaterThan(maxEvidenceBodyBytes);
    const [uploads = "", others = ""] = [...caddy.matchAll(/max_size (\w+)/g)].map(([, size]) => size);
    expect(bytes(uploads)).toBeGreaterThan(maxPictureBodyBytes);
    expect(bytes(others)).toBeGreaterThan(maxContentBodyBytes);
    expect(caddy.match(/path .*/g)).toEqual(
      Array.from({ length: 2 }, () => `path ${pages.contentPictures.path} ${pages.claims.path}/*`),
    );
  });

  test("remove no server because it answers 503 or has no database", () => {
    const servers = nginx.match(/^ +(?:# )?server 127\.0\.0\.1:.*/gm) ?? [];
    expect(servers).toHaveLength(2);
    for (const server of servers) expect(server).toMatch(/ max_fails=0;$/);
    expect(caddy).toContain("\thealth_uri /readyz?exclude=database\n");
  });

  test("wait shorter than the servers for headers and bodies", () => {
    const seconds = (text: string | undefined): number =>
      Number.parseInt(text ?? "", 10) * (text?.endsWith("m") === true ? 60 : 1);
    const valueOf = (name: string): number => seconds(new RegExp(`\\s${name} (\\w+)`).exec(caddy)?.[1]);
    const { headersTimeoutMs, requestTimeoutMs } = defaultConnectionLimits;
    expect(valueOf("read_body") * 1_000).toBeLessThan(requestTimeoutMs);
    expect(valueOf("read_header") * 1_000).toBeLessThanOrEqual(headersTimeoutMs);
    // Longer would occupy connections for clients that send their headers slowly.
    expect(headersTimeoutMs).toBeLessThanOrEqual(15_000);
  });

  test("serve a second practice without a clash of names", () => {
    const [, command = ""] =
      /```\n(sed --expression=[^`]*?deploy\/nginx\.conf) > /.exec(read("docs/operations.md")) ?? [];
    const { stdout: second, status } = spawnSync(
      "sh",
      ["-c", command.replace("/opt/exit-planning/current/", "")],
      { encoding: "utf8" },
    );
    expect(status).toBe(0);
    const names = (text: string): string[] =>
      [...text.matchAll(/^upstream (\w+)|^ +zone (\w+)|zone=(\w+):|shared:(\w+)|error_log (\S+)/gm)].map(
        (match) => match.slice(1).find(Boolean) ?? "",
      );
    expect(names(nginx)).toHaveLength(6);
    expect(names(second).filter((name) => names(nginx).includes(name))).toEqual([]);
    expect(
      second
        .match(/(?:proxy_pass http:\/\/|limit_conn |limit_req zone=)\w+/g)
        ?.filter((use) => !use.endsWith("_north")),
    ).toEqual([]);
    expect(second).not.toMatch(/www\.example\.com|server 127\.0\.0\.1:3000/);
  });

  test("send exports as they arrive", () => {
    expect(nginx).toMatch(/location ~ \^\/\(admin\|api\)\(\/\|\$\) \{\s+proxy_buffering off;/);
    expect(caddy).toContain("flush_interval -1");
  });
});

test("deploy/settings.example has valid settings", () => {
  const lines = read("deploy/settings.example").split("\n");
  const values = lines.flatMap((line) => {
    const [, name = "", value = ""] = /^(?:# )?([A-Z_]+)=(.*)$/.exec(line) ?? [];
    return name === "" ? [] : [[name, value] as const];
  });
  expect(values.map(([name]) => name).filter((name) => !settingNames.includes(name))).toEqual([]);
  expect(() => readEnv(Object.fromEntries(values))).not.toThrow();
});

describe("deploy/docker/compose.yaml", () => {
  const compose = z
    .object({
      services: z.record(
        z.string(),
        z.looseObject({
          image: z.string(),
          environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
          ports: z.array(z.string()).default([]),
          volumes: z.array(z.string()).default([]),
          secrets: z.array(z.string()).default([]),
          healthcheck: z.unknown().optional(),
          depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
          stop_grace_period: z.string().optional(),
        }),
      ),
      volumes: z.record(z.string(), z.unknown()),
      secrets: z.record(z.string(), z.object({ file: z.string() })),
    })
    .parse(parse(read("deploy/docker/compose.yaml"), { merge: true }));

  test("has two servers, PostgreSQL and Caddy, of which only Caddy is public", () => {
    expect(Object.keys(compose.services)).toEqual(["server-1", "server-2", "postgres", "caddy"]);
    const published = Object.entries(compose.services).filter(([, { ports }]) => ports.length > 0);
    expect(published.map(([name]) => name)).toEqual(["caddy"]);
  });

  test("each image has a fixed version", () => {
    const images = Object.values(compose.services).map(({ image }) => image);
    expect(images.filter((image) => image !== "exit-planning" && !/:\d+\.\d+/.test(image))).toEqual([]);
  });

  test("the servers connect as a role that is not the superuser", () => {
    const { environment, volumes } = compose.services["postgres"] ?? { environment: {}, volumes: [] };
    // The image creates this user as a superuser, by default “postgres”.
    expect(environment).not.toHaveProperty("POSTGRES_USER");
    expect(volumes).toContain("./create-role.sh:/docker-entrypoint-initdb.d/create-role.sh:ro");
    const url = String(compose.services["server-1"]?.environment["DATABASE_URL"]);
    const role = /^postgres:\/\/(\w+):/.exec(url)?.[1];
    expect(role).not.toBe("postgres");
    expect(read("deploy/docker/create-role.sh")).toContain(`create role ${role} login createdb password`);
    // An erasure clears the write-ahead log.
    expect(read("deploy/docker/create-role.sh")).toContain(
      `\\connect practice\ngrant execute on function pg_switch_wal() to ${role};`,
    );
  });

  test("the servers have valid settings and time to stop", () => {
    const { environment = {}, stop_grace_period: grace = "" } = compose.services["server-1"] ?? {};
    expect(Object.keys(environment).filter((name) => !settingNames.includes(name))).toEqual([]);
    expect(Number.parseInt(grace, 10)).toBeGreaterThanOrEqual(30);
  });

  test("the servers make backups in a volume that their user can write to", () => {
    for (const name of ["server-1", "server-2"]) {
      const { environment = {}, volumes, secrets = [] } = compose.services[name] ?? {};
      const folder = String(environment["BACKUP_FOLDER"]);
      expect(volumes).toContain(`backups:${folder}`);
      // A new volume gets the owner of the folder in the image.
      const created = readDockerfile(read("deploy/docker/Dockerfile")).find(({ text }) =>
        text.includes("install --directory --owner=exit-planning"),
      );
      expect(created?.text.split(" ")).toContain(folder);
      expect(secrets.map((secret) => `/run/secrets/${secret}`)).toEqual([
        environment["BACKUP_PASSPHRASE_FILE"],
      ]);
      expect(secrets.filter((secret) => !(secret in compose.secrets))).toEqual([]);
    }
  });

  test("each volume is declared or a file of the repository", () => {
    const sources = Object.values(compose.services).flatMap(({ volumes }) =>
      volumes.map((volume) => volume.split(":")[0] ?? ""),
    );
    const missing = sources.filter((source) =>
      source.startsWith(".") ? !existsSync(join("deploy/docker", source)) : !(source in compose.volumes),
    );
    expect(missing).toEqual([]);
  });
});

describe("deploy/docker/Dockerfile", () => {
  const instructions = readDockerfile(read("deploy/docker/Dockerfile"));

  test("follows the rules for images", () => {
    expect(dockerfileMistakes(instructions)).toEqual([]);
  });

  test("copies files that exist and that .dockerignore does not exclude", () => {
    const ignored = read(".dockerignore").split("\n").filter(Boolean);
    const sources = copiedSources(instructions);
    expect(sources).toContain("package-lock.json");
    expect(sources.filter((source) => !existsSync(source) || ignored.includes(source))).toEqual([]);
  });

  test("sets only settings that exist", () => {
    const names = instructions
      .filter(({ name }) => name === "ENV")
      .flatMap(({ text }) => text.split(/\s+/).map((pair) => pair.split("=")[0] ?? ""));
    expect(names.filter((name) => !settingNames.includes(name))).toEqual([]);
  });

  test("builds with the version of Node that the project uses", () => {
    expect(instructions[0]?.text).toBe(`node:${read(".node-version").trim()}-bookworm-slim AS build`);
  });

  test.each([
    ["FROM debian\nUSER app\nHEALTHCHECK CMD true", "FROM has no fixed version"],
    ["FROM debian:12.1\nHEALTHCHECK CMD true", "the container runs as root"],
    ["FROM debian:12.1\nUSER app", "there is no HEALTHCHECK"],
    ["FROM debian:12.1\nUSER app\nHEALTHCHECK CMD true\nADD a b", "ADD: use COPY"],
    ["FROM debian:12.1\nUSER app\nHEALTHCHECK CMD true\nCMD node start", "CMD is not a JSON array"],
    ["FROM debian:12.1\nRUN sudo true\nUSER app\nHEALTHCHECK CMD true", "sudo is not needed in RUN"],
    ["FROM debian:12.1\nRUN cd /a\nUSER app\nHEALTHCHECK CMD true", "use WORKDIR instead of cd"],
  ])("planted: %j", (text, mistake) => {
    expect(dockerfileMistakes(readDockerfile(text))).toEqual([mistake]);
  });
});

test("the scripts are valid for a POSIX shell", () => {
  for (const script of ["bin/exit-planning", "deploy/docker/create-role.sh", "deploy/upgrade.sh"]) {
    expect(spawnSync("sh", ["-n", script], { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
  }
});

test("every file of deploy/ is described in docs/operations.md", () => {
  const document = read("docs/operations.md");
  const files = filesBelow("deploy", /./).map((file) => file.replace(/^.*\//, ""));
  expect(files.filter((file) => !document.includes(file))).toEqual([]);
});

/** The directives of a unit file, each with its values in their order. */
function readUnit(text: string): Record<string, string[]> {
  const unit: Record<string, string[]> = {};
  for (const line of text.split("\n")) {
    if (line === "" || /^[#[]/.test(line)) continue;
    const [, name = "", value = ""] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? [];
    expect(name, `the line ${line}`).not.toBe("");
    (unit[name] ??= []).push(value);
  }
  return unit;
}
