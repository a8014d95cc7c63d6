package io.snowkeeper.node.http;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;

/** Headers of a request, not more than there may be: each takes a hundred times the memory of its two shortest bytes. */
final class CountedHeaders extends DefaultHttpHeaders {

    static final HttpHeadersFactory FACTORY = new HttpHeadersFactory() {
        @Override
        public HttpHeaders newHeaders() {
            return new CountedHeaders();
        }

        @Override
        public HttpHeaders newEmptyHeaders() {
            return new CountedHeaders();
        }
    };

    @Override
    public HttpHeaders add(String name, Object value) {
        count();
        return super.add(name, value);
    }

    @Override
    public HttpHeaders add(CharSequence name, Object value) {
        count();
        return super.add(name, value);
    }

    private void count() {
        if (size() == HttpLimits.MAX_HEADER_COUNT) {
            throw new TooManyHeadersException();
        }
    }
}
