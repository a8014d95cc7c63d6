package io.snowkeeper.node.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.node.rights.Right;
import java.util.List;
import java.util.Locale;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyFileTest {

    private static final String DIGEST = AdminToken.digest("0123456789abcdef");
    private static final String OTHER = AdminToken.digest("another-0123456789");

    private static Policy policy(String subjects) {
        return PolicyFile.parse("{\"subjects\": [" + subjects + "]}", System::nanoTime);
    }

    @Test
    void aSubjectIsFoundByItsToken() {
        Policy policy = policy(
                "{\"name\": \"billing\", \"token_sha256\": \"%s\", \"rights\": [\"next:invoices\"], \"max_rate\": 5}"
                        .formatted(DIGEST.toUpperCase(Locale.ROOT)));

        assertThat(policy.withToken(DIGEST)).get().satisfies(billing -> {
            assertThat(billing.name()).isEqualTo("billing");
            assertThat(billing.rights().allow(Right.NEXT, "invoices")).isTrue();
            assertThat(billing.quota()).map(SubjectQuota::rate).contains(5);
        });
        assertThat(policy.withToken(OTHER)).isEmpty();
        assertThat(policy.anonymous()).isEmpty();
    }

    @Test
    void aSubjectMayHaveTwoTokensWhileOneTakesTheOthersPlace() {
        Policy policy = policy(
                "{\"name\": \"a\", \"token_sha256\": [\"%s\", \"%s\"], \"rights\": []}".formatted(DIGEST, OTHER));

        assertThat(policy.withToken(DIGEST)).isEqualTo(policy.withToken(OTHER)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"CN=shop,O=Example", "cn=Shop, o=example", "DNS:SHOP.example", "URI:spiffe://a/Shop"})
    void aSubjectIsFoundByItsCertificateHoweverThatIsWritten(String written) {
        Policy policy =
                policy("{\"name\": \"shop\", \"certificate\": \"%s\", \"rights\": [\"ids\"]}".formatted(written));

        assertThat(policy.withCertificate(List.of(
                        CertificateName.of(new X500Principal("CN=Shop,O=Example")),
                        CertificateName.of("DNS", "shop.example"),
                        CertificateName.of("URI", "spiffe://a/Shop"))))
                .map(PolicySubject::name)
                .contains("shop");
        assertThat(policy.withCertificate(List.of(CertificateName.of(new X500Principal("CN=Shop")))))
                .isEmpty();
    }

    @Test
    void thoseWhoShowNothingAreASubject() {
        assertThat(policy("{\"name\": \"anonymous\", \"rights\": [\"ids\"]}").anonymous())
                .map(anonymous -> anonymous.rights().allowIds())
                .contains(true);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{ | is not JSON: line 1, column ",
                "[] | the file must be an object",
                "{} | subjects must be an array of objects",
                "{\"subjects\": [], \"more\": 1} | the file has an unknown key: more; known are subjects",
                "{\"subjects\": [], \"subjects\": []} | is not JSON: line 1, column ",
                "{\"subjects\": [7]} | subjects[0] must be an object",
                "{\"subjects\": [{\"name\": \"a\", \"tokn\": \"x\", \"rights\": []}]} | subjects[0] has an unknown key: tokn;"
                        + " known are certificate, max_rate, name, rights, token_sha256",
                "{\"subjects\": [{\"name\": \"a\"}]} | subjects[0] (a).rights must be an array of texts",
                "{\"subjects\": [{\"name\": \"a\", \"rights\": []}]} | subjects[0] (a): must have token_sha256, certificate or both",
                "{\"subjects\": [{\"name\": \"anonymous\", \"certificate\": \"CN=a\", \"rights\": []}]} | subjects[0] (anonymous):"
                        + " anonymous is any client without a token or certificate: leave token_sha256 and certificate out",
                "{\"subjects\": [{\"name\": \"admin\", \"certificate\": \"CN=a\", \"rights\": []}]} | subjects[0] (admin): admin and local are the audit trail's names",
                "{\"subjects\": [{\"name\": \"local\", \"certificate\": \"CN=a\", \"rights\": []}]} | subjects[0] (local): admin and local are the audit trail's names",
                "{\"subjects\": [{\"name\": \"a\", \"certificate\": \"\", \"rights\": []}]} | subjects[0] (a): certificate must be a"
                        + " subject such as CN=billing,O=Example",
                "{\"subjects\": [{\"name\": \"a\", \"token_sha256\": 5, \"rights\": []}]} | subjects[0] (a).token_sha256 must be a"
                        + " text, or an array of texts",
                "{\"subjects\": [{\"name\": \"a\", \"certificate\": \"me\", \"rights\": []}]} | subjects[0] (a): certificate must be a"
                        + " subject such as CN=billing,O=Example, or DNS:, URI:, EMAIL: or IP: and a name: me",
                "{\"subjects\": [{\"name\": \"a\", \"certificate\": \"CN=a\", \"rights\": [\"nix\"]}]} | subjects[0] (a): there is no right nix",
                "{\"subjects\": [{\"name\": \"a\", \"certificate\": \"CN=a\", \"rights\": [], \"max_rate\": 0}]} | subjects[0] (a):"
                        + " max_rate must be >= 1 && <= 1000000: max_rate=0",
                "{\"subjects\": [{\"name\": \"a\", \"certificate\": \"CN=a\", \"rights\": []}, {\"name\": \"b\", \"certificate\":"
                        + " \"cn=A\", \"rights\": []}]} | certificate must belong to one subject, once: it belongs to a and b",
                "{\"subjects\": [{\"name\": \"a\", \"certificate\": \"CN=a\", \"rights\": []}, {\"name\": \"a\", \"certificate\":"
                        + " \"CN=b\", \"rights\": []}]} | name must belong to one subject, once: it belongs to a and a"
            })
    void whatIsNoPolicyIsRefusedWithItsPlace(String text, String message) {
        assertThatThrownBy(() -> PolicyFile.parse(text, System::nanoTime))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message.strip());
    }

    @Test
    void aTokenInThePlaceOfItsHashIsNotTold() {
        assertThatThrownBy(() -> policy("{\"name\": \"a\", \"token_sha256\": \"0123456789abcdef\", \"rights\": []}"))
                .hasMessage("subjects[0] (a): token_sha256 must be the SHA-256 of a token, 64 hexadecimal digits, as"
                        + " snowkeeper token prints it");
        assertThatThrownBy(() -> PolicyFile.parse("0123456789abcdef", System::nanoTime))
                .message()
                .doesNotContain("abcdef");
    }
}
