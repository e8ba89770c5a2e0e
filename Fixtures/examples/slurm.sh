#!/bin/sh
#SBATCH --job-name=cards
#SBATCH --array=1-100
#SBATCH --cpus-per-task=1
#SBATCH --mem=512M
#SBATCH --time=00:10:00
# A part of the cards for each task of an array; the folder is one that all nodes share.
# usage: sbatch slurm.sh PEOPLE OUT [CARDSTOCK]
# What failed or was cut off is done by the same command again: --resume makes only what is missing.
exec "${3:-cardstock}" render "$1" -o "$2/{{id}}.png" \
  --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
  --jobs "${SLURM_CPUS_PER_TASK:-1}" --resume --progress none
