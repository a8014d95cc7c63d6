package io.snowkeeper.spring.id;

import java.util.function.Supplier;

/** The sources of properties' ids. */
interface IdSources {

    /**
     * Returns a supplier of the application's bean of a type.
     *
     * @param property the property that needs it, for people
     */
    <T> Supplier<T> of(Class<T> type, String property);
}
