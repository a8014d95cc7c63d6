package io.snowkeeper.node.http.api;

import io.snowkeeper.node.http.routing.HttpAnswer;
import io.snowkeeper.node.http.routing.Route;
import io.snowkeeper.node.rights.Right;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The page for people: plain files out of the program, which ask for nothing from anywhere else. */
final class PageResource {

    private static final String FOLDER = "/page/";
    private static final String INDEX = "index.html";

    private static final String HTML = "text/html; charset=utf-8";
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final String STYLE = "text/css; charset=utf-8";
    private static final String IMAGE = "image/svg+xml";

    /** Nothing written into the page can run or load anything, and no other page can frame it. */
    private static final Map<String, String> HEADERS = Map.of(
            "content-security-policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "referrer-policy",
            "no-referrer",
            "cross-origin-opener-policy",
            "same-origin");

    private static final Map<String, String> FILES = Map.ofEntries(
            Map.entry("elements.js", SCRIPT),
            Map.entry("grid.js", SCRIPT),
            Map.entry("holders.js", SCRIPT),
            Map.entry("id.js", SCRIPT),
            Map.entry("ids.js", SCRIPT),
            Map.entry("main.js", SCRIPT),
            Map.entry("nodes.js", SCRIPT),
            Map.entry("outage.js", SCRIPT),
            Map.entry("sequences.js", SCRIPT),
            Map.entry("tables.js", SCRIPT),
            Map.entry("text.js", SCRIPT),
            Map.entry("verdict.js", SCRIPT),
            Map.entry("workers.js", SCRIPT),
            Map.entry("page.css", STYLE),
            Map.entry("alarm.svg", IMAGE),
            Map.entry("snowkeeper.svg", IMAGE));

    List<Route> routes() {
        return Stream.concat(
                        Stream.of(route("/", INDEX, HTML)),
                        FILES.entrySet().stream()
                                .map(file -> route(FOLDER + file.getKey(), file.getKey(), file.getValue())))
                .toList();
    }

    private static Route route(String path, String file, String contentType) {
        HttpAnswer answer = HttpAnswer.fixed(contentType, read(file), HEADERS);
        return Route.now("GET", path, Right.NONE, call -> answer);
    }

    private static byte[] read(String file) {
        try (InputStream in = PageResource.class.getResourceAsStream("page/" + file)) {
            if (in == null) {
                throw new IllegalStateException("file of the page is missing: " + file);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
