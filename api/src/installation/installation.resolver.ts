import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../shared/context.ts';
import { readInstallation, runJobsAgain } from './installation.service.ts';
import { Installation, RunJobsAgainInput, RunJobsAgainPayload } from './installation.types.ts';

@Resolver(() => Installation)
export class InstallationResolver {
  @Query(() => Installation, {
    description: 'The state of the installation: nodes, jobs, mails, files, verifications. For support administrators.',
  })
  installation(@Ctx() ctx: Context): Promise<Installation> {
    return readInstallation(ctx);
  }

  @Mutation(() => RunJobsAgainPayload, {
    description: 'Lets failed jobs of a queue run again, once more each. Refused when none of them is failed anymore.',
  })
  async runJobsAgain(
    @Arg('input', () => RunJobsAgainInput, { description: 'The jobs.' }) input: RunJobsAgainInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<RunJobsAgainPayload>> {
    return { count: await runJobsAgain(ctx, input.queue, input.jobId ?? null) };
  }
}
