package io.snowkeeper.node.http.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.node.access.TestAccess;
import io.snowkeeper.node.http.routing.HttpAnswer;
import io.snowkeeper.node.http.routing.Route;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page's files, as they are served. */
class PageResourceTest {

    private static final Pattern REFERENCE = Pattern.compile("(?:src|href)=\"(page/[^\"]+)\"|from \"\\./([^\"]+)\"");

    private final List<Route> routes = new PageResource().routes();

    private HttpAnswer get(String path) {
        return ResourceCalls.get(routes, path, TestAccess.open());
    }

    @Test
    void whateverThePageRefersToIsServed() {
        List<String> texts = Stream.of(
                        "/",
                        "/page/elements.js",
                        "/page/grid.js",
                        "/page/holders.js",
                        "/page/id.js",
                        "/page/ids.js",
                        "/page/main.js",
                        "/page/nodes.js",
                        "/page/outage.js",
                        "/page/sequences.js",
                        "/page/tables.js",
                        "/page/text.js",
                        "/page/verdict.js",
                        "/page/workers.js")
                .map(path -> get(path).body().toString(UTF_8))
                .toList();
        List<String> references = texts.stream()
                .flatMap(text -> REFERENCE.matcher(text).results())
                .map(match -> match.group(1) == null ? "/page/" + match.group(2) : "/" + match.group(1))
                .distinct()
                .toList();
        assertThat(references)
                .contains("/page/page.css", "/page/main.js", "/page/text.js")
                .allSatisfy(path -> assertThat(get(path).body().isReadable()).isTrue());
    }

    @Test
    void nothingOutsideOfThePageIsLoadedAndNothingInlineRuns() {
        assertThat(get("/").headers())
                .containsEntry(
                        "content-security-policy",
                        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                                + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
        assertThat(get("/").body().toString(UTF_8)).doesNotContain("<style", " style=", " onclick=");
    }

    @Test
    void eachFileSaysWhatItIs() {
        assertThat(get("/").contentType()).isEqualTo("text/html; charset=utf-8");
        assertThat(get("/page/main.js").contentType()).isEqualTo("text/javascript; charset=utf-8");
        assertThat(get("/page/page.css").contentType()).isEqualTo("text/css; charset=utf-8");
        assertThat(get("/page/snowkeeper.svg").contentType()).isEqualTo("image/svg+xml");
    }
}
