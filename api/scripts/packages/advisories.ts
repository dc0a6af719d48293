/** The part of the answer of `npm audit --json` that is read; of npm 7 and later. */
interface Report {
  auditReportVersion?: number;
  vulnerabilities?: Record<string, { severity: string; via: (string | { title: string; url: string })[] }>;
  message?: string;
}

const GRAVE = ['high', 'critical'];

function reportOf(stdout: string): Report {
  try {
    return JSON.parse(stdout) as Report;
  } catch {
    return {};
  }
}

/**
 * Returns whether the gate fails, and what it prints, from an answer of `npm audit --json`. A package is named with its
 * severity and its advisories; one that only needs such a package is not named. Without a report nothing was checked.
 */
export function judged(stdout: string, stderr = ''): { isFailed: boolean; lines: string[] } {
  const { auditReportVersion, vulnerabilities = {}, message } = reportOf(stdout);
  if (auditReportVersion === undefined) {
    const why = message ?? stderr.trim().split('\n').at(-1);
    return { isFailed: false, lines: [`advisories not checked: ${why || 'no answer'}`] };
  }
  const found = Object.entries(vulnerabilities).flatMap(([name, { severity, via }]) =>
    via.flatMap((one) => (typeof one === 'string' ? [] : [{ name, severity, ...one }])),
  );
  const isFailed = found.some(({ severity }) => GRAVE.includes(severity));
  const lines = found.map(({ name, severity, title, url }) => `${severity}: ${name}: ${title} (${url})`);
  return { isFailed, lines: [...lines, `${found.length} advisories for the packages of production`] };
}
