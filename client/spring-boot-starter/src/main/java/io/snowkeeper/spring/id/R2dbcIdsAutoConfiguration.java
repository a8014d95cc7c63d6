package io.snowkeeper.spring.id;

import io.snowkeeper.core.api.Ids;
import io.snowkeeper.spring.SnowkeeperAutoConfiguration;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.data.r2dbc.mapping.R2dbcMappingContext;
import org.springframework.data.r2dbc.mapping.event.BeforeConvertCallback;

/** Ids for the entities of Spring Data R2DBC. */
@AutoConfiguration(after = SnowkeeperAutoConfiguration.class)
@ConditionalOnClass({R2dbcMappingContext.class, BeforeConvertCallback.class})
@ConditionalOnBean(Ids.class)
public class R2dbcIdsAutoConfiguration {

    @Bean
    BeforeConvertCallback<Object> snowkeeperR2dbcIds(ObjectProvider<R2dbcMappingContext> context, BeanFactory beans) {
        return new R2dbcIdCallback(new MissingIds(context, new ApplicationBeans(beans)));
    }
}
