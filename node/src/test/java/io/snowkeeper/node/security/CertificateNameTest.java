package io.snowkeeper.node.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CertificateNameTest {

    private static String subject(String name) {
        return CertificateName.of(new X500Principal(name));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // Fullwidth comma, equals sign and plus sign: Java's canonical form has them of ASCII, without an
                // escape.
                "CN=shop,O=Example | CN=shop\uFF0CO=Example",
                "CN=shop,O=Example | CN=shop\uFF0CO\uFF1DExample",
                "CN=shop+O=Example | CN=shop\uFF0BO=Example",
                "CN=shop,O=Example,C=DE | CN=shop\uFF0CO=Example,C=DE",
                "CN=shop,O=Example | CN=shop\\,O\\=Example",
                "CN=shop,O=Example | CN=shop+O=Example",
                "CN=shop,O=Example | O=Example,CN=shop",
                // Fullwidth letters, and the Kelvin sign.
                "CN=shop | CN=\uFF53\uFF48\uFF4F\uFF50",
                "CN=bank | CN=ban\u212A",
                "CN=#13023136 | CN=\\#13023136"
            })
    void aSubjectThatOnlyLooksLikeAnotherIsNotThatOne(String policy, String certificate) {
        assertThat(subject(certificate)).isNotEqualTo(CertificateName.parse(policy));
    }

    @Test
    void charactersOfTwoBytesAreNotReadAsTwoCharacters() {
        byte[] commonName = HexFormat.of().parseHex("300f310d300b0603550403" + "1e04" + hex("shop"));

        assertThat(CertificateName.of(new X500Principal(commonName))).isNotEqualTo(CertificateName.parse("CN=shop"));
    }

    @Test
    void aSubjectIsTheSameHoweverItsTextIsEncoded() {
        byte[] utf8 = HexFormat.of().parseHex("300f310d300b0603550403" + "0c04" + hex("shop"));
        byte[] printable = HexFormat.of().parseHex("300f310d300b0603550403" + "1304" + hex("shop"));

        assertThat(CertificateName.of(new X500Principal(utf8)))
                .isEqualTo(CertificateName.of(new X500Principal(printable)))
                .isEqualTo(CertificateName.parse("cn=Shop"));
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CN=Shop  Two, O=Example | cn=shop two,o=example",
                "CN=a+OU=b | OU=b+CN=a",
                "CN=\u00fcber,DC=example,DC=org | CN=\u00fcber, DC=example, DC=org",
                "EMAILADDRESS=a@example.org,CN=a | EMAILADDRESS=a@example.org, CN=a"
            })
    void spacesAndCasesAndTheOrderWithinAPartAreNotCompared(String policy, String certificate) {
        assertThat(subject(certificate)).isEqualTo(CertificateName.parse(policy));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void anEmptySubjectIsRefused(String text) {
        assertThatThrownBy(() -> CertificateName.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("certificate must be a subject such as CN=billing,O=Example");
    }

    @ParameterizedTest
    @CsvSource({
        "IP:2001:db8::1, 2001:db8:0:0:0:0:0:1",
        "IP:2001:DB8:0::1, 2001:db8:0:0:0:0:0:1",
        "IP:::1, 0:0:0:0:0:0:0:1",
        "IP:::ffff:192.0.2.7, 192.0.2.7",
        "IP:192.0.2.7, 192.0.2.7"
    })
    void anAddressIsTheSameHoweverItIsWritten(String policy, String certificate) {
        assertThat(CertificateName.parse(policy)).isEqualTo(CertificateName.of("IP", certificate));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "IP:localhost",
                "IP:192.0.2",
                "IP:2001:db8::1::2",
                "IP:192.0.2.256",
                "IP:192.0.2.7.1",
                "IP:192.0.2.",
                "IP:cafe",
                "IP:1"
            })
    void whatIsNoAddressIsRefused(String text) {
        assertThatThrownBy(() -> CertificateName.parse(text))
                .hasMessage("certificate must have an IPv4 or IPv6 address after IP: " + text);
    }
}
