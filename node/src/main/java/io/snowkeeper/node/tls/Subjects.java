package io.snowkeeper.node.tls;

import java.security.cert.X509Certificate;

/** How a certificate is named in the log. */
final class Subjects {

    private static final int MAX_LENGTH = 200;

    private Subjects() {}

    /** Returns the subject on one line of bounded length: what a stranger presents may say anything. */
    static String of(X509Certificate certificate) {
        String name = certificate.getSubjectX500Principal().getName().replaceAll("\\p{Cntrl}", "?");
        return name.length() <= MAX_LENGTH ? name : name.substring(0, MAX_LENGTH) + "...";
    }
}
