package io.snowkeeper.cli.doctor;

import io.snowkeeper.node.tls.CertificateReport;
import io.snowkeeper.node.tls.TlsSettings;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A check of the certificates that a node presents and trusts. */
final class CertificateCheck implements Check {

    private static final String CHECK = "tls";

    private final Optional<TlsSettings> settings;
    private final InstantSource clock;

    CertificateCheck(Optional<TlsSettings> settings, InstantSource clock) {
        this.settings = settings;
        this.clock = clock;
    }

    @Override
    public List<Finding> look() {
        return settings.map(this::look).orElse(List.of());
    }

    private List<Finding> look(TlsSettings files) {
        CertificateReport report;
        try {
            report = CertificateReport.of(files, clock.instant());
        } catch (IllegalArgumentException e) {
            return List.of(Finding.failed(CHECK, String.valueOf(e.getMessage())));
        }
        List<Finding> findings = new ArrayList<>();
        Outcome outcome = report.valid() ? Outcome.WARNING : Outcome.FAILED;
        report.warnings().forEach(warning -> findings.add(new Finding(CHECK, outcome, warning + "; replace the file")));
        if (findings.isEmpty()) {
            findings.add(Finding.ok(
                    CHECK,
                    "the certificate of %s and its key match, and are valid until %s"
                            .formatted(report.subject(), report.expiry())));
        }
        return findings;
    }
}
