package io.snowkeeper.node.tls;

import io.snowkeeper.core.text.PrintableText;
import java.security.cert.X509Certificate;

/** The names of certificates in the log. */
final class SubjectNames {

    private static final int MAX_LENGTH = 200;

    private SubjectNames() {}

    /** Returns the subject on one line of bounded length: what a stranger presents may say anything. */
    static String of(X509Certificate certificate) {
        return PrintableText.of(certificate.getSubjectX500Principal().getName(), MAX_LENGTH);
    }
}
